package dev.tandem.runs.files;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What is wrong with files, in the words of a user. */
public final class Trouble {
    private Trouble() {}

    public static String with(IOException failure) {
        String text = String.valueOf(failure.getMessage());
        if (text.contains("No space left") || text.contains("quota") || text.contains("not enough space")) {
            return "the disk is full";
        }
        if (failure instanceof AccessDeniedException denied) {
            return "no permission for " + denied.getFile();
        }
        if (failure instanceof NoSuchFileException missing) {
            return "there is no " + missing.getFile();
        }
        if (failure instanceof FileAlreadyExistsException present) {
            return present.getFile() + " is a file, not a folder";
        }
        if (failure instanceof FileSystemException named && named.getReason() != null) {
            return named.getFile() + ": " + named.getReason();
        }
        return text;
    }
}
