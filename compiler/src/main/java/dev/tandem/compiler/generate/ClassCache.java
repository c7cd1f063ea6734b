package dev.tandem.compiler.generate;

import dev.tandem.compiler.code.GeneratedClass;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Generated classes that can serve again, since data sets of one shape give the same bytecode: what HotSpot has compiled
 * for one of them it need not compile for the next. May be shared by threads.
 */
public final class ClassCache {
    private final Map<ByteBuffer, MethodHandles.Lookup> defined;

    /** A cache of so many classes; those that were not asked for longest make room for others. */
    public ClassCache(int capacity) {
        defined = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<ByteBuffer, MethodHandles.Lookup> eldest) {
                return size() > capacity;
            }
        };
    }

    synchronized MethodHandles.Lookup define(GeneratedClass code, MethodHandles.Lookup lookup) {
        byte[] bytes = code.bytes(lookup);
        return defined.computeIfAbsent(ByteBuffer.wrap(bytes), key -> GeneratedClass.define(lookup, bytes));
    }
}
