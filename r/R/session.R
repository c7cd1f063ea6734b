# One Java process that answers requests: lines of JSON over its standard streams.

.state <- new.env(parent = emptyenv())
.state$process <- NULL
.state$number <- 0L
.state$read <- NULL

.protocol <- 1L

# The Java to run on: what was chosen on purpose first, what is on the path last.
java_path <- function() {
    name <- if (.Platform$OS.type == "windows") "java.exe" else "java"
    chosen <- Sys.getenv("TANDEM_JAVA")
    if (nzchar(chosen)) {
        if (!file.exists(chosen)) {
            tandem_stop("session", paste0("TANDEM_JAVA is ", chosen, ", which is no file; set it to the java of a Java 17 or later"))
        }
        return(chosen)
    }
    home <- Sys.getenv("JAVA_HOME")
    found <- c(if (nzchar(home)) file.path(home, "bin", name), unname(Sys.which("java")))
    found <- found[nzchar(found) & file.exists(found)]
    if (!length(found)) {
        tandem_stop("session", "no Java was found; install a Java 17 or later, or set JAVA_HOME")
    }
    found[[1]]
}

jar_path <- function() {
    jar <- Sys.getenv("TANDEM_JAR", system.file("java", "tandem.jar", package = "tandem"))
    if (!nzchar(jar) || !file.exists(jar)) {
        tandem_stop("session", "the program is missing from the package; install it from a package that build.sh has made, or set TANDEM_JAR")
    }
    jar
}

# What Java keeps from one session for the next: the classes that it loaded, linked, in the user's cache. Without it most of the first
# model's time goes into finding and linking them. TANDEM_KEEP=no keeps nothing. `recording` is a file that this session will leave.
kept_words <- function(java, jar) {
    nothing <- list(words = character(), recording = NULL)
    major <- java_major(java)
    if (is.na(major) || tolower(Sys.getenv("TANDEM_KEEP")) %in% c("no", "0", "false")) return(nothing)
    runtime <- normalizePath(java)
    key <- paste(runtime, as.numeric(file.mtime(runtime)), jar, as.numeric(file.mtime(jar)), file.size(jar))
    # One of some 2^52 numbers; Java looks itself whether an archive fits.
    sum_of <- function(start) Reduce(function(sum, letter) (sum * 31 + letter) %% 67108859, utf8ToInt(key), start)
    folder <- tools::R_user_dir("tandem", "cache")
    archive <- file.path(folder, sprintf("session-%07x%07x.%s", sum_of(7), sum_of(11), if (major >= 25) "aot" else "jsa"))
    size <- file.size(archive)
    if (!is.na(size) && size > 0) {
        use <- if (major >= 25) c(paste0("-XX:AOTCache=", archive), "-XX:AOTMode=auto")
               else c(paste0("-XX:SharedArchiveFile=", archive), "-Xshare:auto")
        return(list(words = c("-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0", use), recording = NULL))
    }
    # An empty one says that a session is at it, or that none could make it.
    day <- 86400
    if (!is.na(size) && difftime(Sys.time(), file.mtime(archive), units = "secs") < day) return(nothing)
    suppressWarnings(dir.create(folder, recursive = TRUE, mode = "0700"))
    old <- list.files(folder, "^session-", full.names = TRUE)
    unlink(old[difftime(Sys.time(), file.mtime(old), units = "secs") > 60 * day])
    if (!suppressWarnings(file.create(archive))) return(nothing)
    list(words = if (major >= 25) c("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTRecordTraining", paste0("-XX:AOTCacheOutput=", archive))
                 else paste0("-XX:ArchiveClassesAtExit=", archive),
         recording = archive)
}

# The version of a Java by the file beside it: to ask the program itself would take longer than the rest.
java_major <- function(java) {
    file <- file.path(dirname(dirname(normalizePath(java))), "release")
    if (!file.exists(file)) return(NA)
    line <- grep("^JAVA_VERSION=", readLines(file, warn = FALSE), value = TRUE)
    if (length(line)) as.integer(sub('^JAVA_VERSION="?([0-9]+).*', "\\1", line[[1]])) else NA
}

start_process <- function() {
    options <- strsplit(trimws(Sys.getenv("TANDEM_JAVA_OPTIONS")), "[[:space:]]+")[[1]]
    options <- options[nzchar(options)]
    .state$errors <- tempfile("tandem-errors")
    .state$read <- NULL
    java <- java_path()
    jar <- jar_path()
    kept <- kept_words(java, jar)
    .state$recording <- kept$recording
    .state$sampled <- FALSE
    .state$process <- process$new(
        java,
        # The same as the launcher has: less time for Java's compilers beside the chains.
        c("-XX:+IgnoreUnrecognizedVMOptions", "-XX:+SuppressFatalErrorMessage", kept$words, "-XX:MaxRecursiveInlineLevel=0",
          "-XX:MaxInlineLevel=9", "-XX:-UseTypeProfile", "-XX:Tier4InvocationThreshold=250000", "-XX:Tier4MinInvocationThreshold=30000",
          "-XX:Tier4CompileThreshold=750000", "-XX:Tier4BackEdgeThreshold=2500000", "-XX:Tier3InvocationThreshold=1000",
          "-XX:Tier3MinInvocationThreshold=500", "-XX:Tier3CompileThreshold=5000", if (!any(grepl("GC", options))) "-XX:+UseSerialGC", options, "-Xlog:disable",
          "-Xlog:all=error:stderr", paste0("-Dtandem.launcher=", Sys.getpid()), "-jar", jar, "serve", "--lines"),
        stdin = "|", stdout = "|", stderr = .state$errors,
        # One that is to leave an archive ends by itself when its input does, which is when R does.
        cleanup = is.null(kept$recording))
    process <- .state$process
    # Runs know by it whether the process that holds them is the one that is there, also after they were in a file.
    .state$session <- paste(Sys.getpid(), process$get_pid(), format(process$get_start_time(), "%Y-%m-%d %H:%M:%OS6"))
    .state$end <- new.env()
    reg.finalizer(.state$end, function(end) forget_unworthy(process), onexit = TRUE)
    # A program that does not speak with this package must not be taken for one that does.
    tryCatch(request(list(do = "hello", protocol = .protocol, client = "tandem-r")), error = function(failure) {
        tandem_shutdown()
        stop(failure)
    })
}

# A session that was to leave an archive and has sampled nothing has not seen what is worth keeping.
forget_unworthy <- function(process) {
    if (!is.null(.state$recording) && !.state$sampled && identical(process, .state$process)) {
        process$kill()
        unlink(.state$recording)
        .state$recording <- NULL
    }
}

alive <- function() !is.null(.state$process) && .state$process$is_alive()

tandem_shutdown <- function() {
    if (!is.null(.state$process)) {
        forget_unworthy(.state$process)
        try(close(.state$process$get_input_connection()), silent = TRUE)
        # Nobody waits for what it writes for later sessions; it ends by itself, some seconds from now.
        if (is.null(.state$recording)) {
            .state$process$wait(5000)
            .state$process$kill()
        }
        .state$process <- NULL
    }
    invisible(NULL)
}

# Vectors of which JSON is to make a list, whatever their length.
many <- function(x) if (length(x)) I(x) else NULL

send_line <- function(message) {
    text <- toJSON(message[!vapply(message, is.null, NA)], auto_unbox = TRUE, null = "null", digits = I(17))
    rest <- charToRaw(enc2utf8(paste0(text, "\n")))
    while (length(rest)) {
        rest <- tryCatch(.state$process$write_input(rest), error = function(e) dead())
        if (length(rest)) Sys.sleep(0.005)
    }
}

dead <- function() {
    status <- if (is.null(.state$process)) NA else .state$process$get_exit_status()
    said <- if (file.exists(.state$errors)) readLines(.state$errors, warn = FALSE) else character()
    .state$process <- NULL
    tandem_stop("session", paste0("the Java process has ended (exit code ", status,
                                  "); the next call starts another one, but runs are lost",
                                  if (length(said)) paste0(". It said:\n", paste(said, collapse = "\n"))))
}

tandem_stop <- function(kind, message, problems = list()) {
    first <- if (length(problems)) problems[[1]] else list()
    stop(structure(
        class = c(paste0("tandem_", kind, "_error"), "tandem_error", "error", "condition"),
        list(message = message, call = NULL, problems = problems, file = first$file, line = first$line,
             column = first$column, hint = first$hint)))
}

# The next line of the process. A run may take long, so this waits in pieces between which R looks for Ctrl-C.
read_line <- function() {
    while (!length(.state$read) || !grepl("\n", .state$read[length(.state$read)], fixed = TRUE)) {
        .state$process$poll_io(200)
        # Whatever interrupts the wait, nothing that was read is lost.
        suspendInterrupts({
            part <- .state$process$read_output()
            if (nzchar(part)) .state$read <- c(.state$read, part)
        })
        if (!nzchar(part) && !.state$process$is_alive() && !.state$process$is_incomplete_output()) dead()
    }
    text <- paste(.state$read, collapse = "")
    end <- regexpr("\n", text, fixed = TRUE)
    rest <- substr(text, end + 1L, nchar(text))
    .state$read <- if (nzchar(rest)) rest
    substr(text, 1L, end - 1L)
}

# Sends a request and waits for its answer. With `stoppable`, an interrupt asks the process to stop, and what it has till
# then is the answer; the second interrupt leaves without one.
request <- function(message, body = raw(), event = NULL, stoppable = FALSE) {
    if (!identical(message$do, "hello") && !alive()) start_process()
    .state$number <- .state$number + 1L
    message$id <- .state$number
    if (length(body)) message$body <- gsub("[\r\n]", "", base64_enc(body))
    # Interrupts are heard while this waits, and nowhere else: one between two lines would lose the answer.
    answer <- suspendInterrupts({
        send_line(message)
        await(message$id, event, stoppable)
    })
    if (is.null(answer$error) && identical(message$do, "sample")) .state$sampled <- TRUE
    if (!is.null(answer$error)) {
        tandem_stop(answer$error$kind, answer$error$message, answer$error$problems)
    }
    answer
}

await <- function(number, event, stoppable) {
    stopping <- FALSE
    repeat {
        line <- tryCatch(allowInterrupts(read_line()), interrupt = function(e) NULL)
        if (is.null(line)) {
            send_line(list(id = paste0("cancel-", number), do = "cancel", request = number))
            if (stopping || !stoppable) stop("interrupted", call. = FALSE)
            stopping <- TRUE
            next
        }
        answer <- tryCatch(fromJSON(line, simplifyVector = FALSE), error = function(failure) {
            tandem_stop("session", paste0("what was started as Java does not speak the protocol of Tandem; it said: ", substr(line, 1, 200)))
        })
        if (!identical(as.character(answer$id), as.character(number))) next
        if (is.null(answer$event)) {
            answer$interrupted <- stopping
            return(answer)
        }
        if (!is.null(event)) event(answer)
    }
}
