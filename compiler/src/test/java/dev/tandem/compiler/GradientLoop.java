package dev.tandem.compiler;

import dev.tandem.compiler.generate.CompiledDensity;
import dev.tandem.compiler.program.Monitor;
import dev.tandem.density.Cursor;
import dev.tandem.language.Model;
import dev.tandem.language.data.DataFile;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A program that finds the gradient of a model so often that the virtual machine compiles all of it. */
final class GradientLoop {
    private static final long SEED = 20261116;

    private GradientLoop() {}

    /** Takes a model, its data and how often; prints what it found, to the last bit, and the time of a gradient. */
    public static void main(String[] arguments) {
        CompiledDensity density = ModelCompiler.compile(
                Model.read(Path.of(arguments[0])), DataFile.read(Path.of(arguments[1])), Monitor.byDefault());
        Cursor cursor = density.cursor();
        double[] position = new double[density.space().dimension()];
        double[] gradient = new double[position.length];
        SplittableRandom random = new SplittableRandom(SEED);
        int times = Integer.parseInt(arguments[2]);
        long digest = 0;
        long best = Long.MAX_VALUE;
        int batch = Math.max(1, times / 50);
        long begun = System.nanoTime();
        for (int i = 1; i <= times; i++) {
            for (int k = 0; k < position.length; k++) {
                position[k] = random.nextDouble(-1, 1);
            }
            cursor.moveTo(position);
            digest = 31 * digest + Double.doubleToLongBits(cursor.logDensityAndGradient(gradient));
            digest = 31 * digest + Arrays.hashCode(gradient);
            if (i % batch == 0) {
                long now = System.nanoTime();
                best = Math.min(best, (now - begun) / batch);
                begun = now;
            }
        }
        System.out.println(Long.toHexString(digest));
        System.out.println(best + " ns");
    }
}
