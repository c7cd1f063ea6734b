package dev.tandem.exports;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Where Zarr keeps its pieces: by name, each written once, as files in a folder or entries of one zip file. */
interface ZarrStore extends Closeable {
    void put(String key, byte[] bytes) throws IOException;

    static ZarrStore folder(Path folder) {
        return new ZarrStore() {
            @Override
            public void put(String key, byte[] bytes) throws IOException {
                Path file = folder.resolve(key);
                Files.createDirectories(file.getParent());
                Files.write(file, bytes);
            }

            @Override
            public void close() {}
        };
    }

    static ZarrStore zip(Path file) throws IOException {
        ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(file)));
        return new ZarrStore() {
            @Override
            public void put(String key, byte[] bytes) throws IOException {
                // Chunks are compressed already.
                ZipEntry entry = new ZipEntry(key);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(bytes.length);
                CRC32 sum = new CRC32();
                sum.update(bytes);
                entry.setCrc(sum.getValue());
                // A fixed time: the same draws give the same file, whenever it is written.
                entry.setTimeLocal(LocalDateTime.of(1980, 1, 1, 0, 0));
                zip.putNextEntry(entry);
                zip.write(bytes);
                zip.closeEntry();
            }

            @Override
            public void close() throws IOException {
                zip.close();
            }
        };
    }
}
