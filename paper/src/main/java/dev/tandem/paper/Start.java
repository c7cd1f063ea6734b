package dev.tandem.paper;

import dev.tandem.density.Cursor;
import dev.tandem.density.Support;
import dev.tandem.sampling.random.Randomness;

/** Where the paper's program starts a chain: standard normal coordinates and uniform sites. */
final class Start {
    private Start() {}

    static void place(Cursor cursor, Randomness random) {
        double[] q = new double[cursor.space().dimension()];
        for (int i = 0; i < q.length; i++) {
            q[i] = random.gaussian();
        }
        cursor.moveTo(q);
        for (int site = 0; site < cursor.space().sites(); site++) {
            Support support = cursor.space().support(site);
            cursor.assign(site, support.lower() + random.below(Math.toIntExact(support.size())));
        }
    }
}
