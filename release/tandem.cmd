@echo off
rem Starts Tandem on Windows: finds Java, then hands over to it.
setlocal enableextensions
set "root=%~dp0"
set "java="
if exist "%root%runtime\bin\java.exe" set "java=%root%runtime\bin\java.exe"
if not defined java if defined JAVA_HOME (
    if not exist "%JAVA_HOME%\bin\java.exe" (
        echo tandem: JAVA_HOME is %JAVA_HOME%, which has no bin\java.exe; set it to a JDK 17 or later 1>&2
        exit /b 3
    )
    set "java=%JAVA_HOME%\bin\java.exe"
)
rem The path is searched by cmd itself, which needs no other program.
if not defined java for %%i in (java.exe) do set "java=%%~$PATH:i"
if not defined java (
    echo tandem: no java was found; install a JDK 17 or later, or set JAVA_HOME 1>&2
    exit /b 3
)
if not exist "%root%lib\tandem.jar" (
    echo tandem: %root%lib\tandem.jar is missing; unpack the archive again 1>&2
    exit /b 3
)
rem The same as the launcher for other systems has: less time for Java's compilers beside the chains.
set "tuned=-XX:MaxRecursiveInlineLevel=0 -XX:MaxInlineLevel=9 -XX:-UseTypeProfile -XX:Tier4InvocationThreshold=250000 -XX:Tier4MinInvocationThreshold=30000"
set "tuned=%tuned% -XX:Tier4CompileThreshold=750000 -XX:Tier4BackEdgeThreshold=2500000 -XX:Tier3InvocationThreshold=1000"
set "tuned=%tuned% -XX:Tier3MinInvocationThreshold=500 -XX:Tier3CompileThreshold=5000"
"%java%" -XX:+IgnoreUnrecognizedVMOptions -XX:+UseSerialGC %tuned% %TANDEM_JAVA_OPTIONS% -Xlog:disable -Xlog:all=error:stderr -jar "%root%lib\tandem.jar" %*
exit /b %errorlevel%
