package dev.tandem.inference;

import dev.tandem.inference.description.ModelDescription;
import dev.tandem.language.data.DataArray;
import dev.tandem.language.data.DataFile;
import dev.tandem.language.data.DataSet;
import dev.tandem.language.source.SourceText;
import dev.tandem.language.syntax.Dialect;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A model in the BUGS language, ready for data:
 *
 * <pre>{@code
 * Posterior posterior = Model.read(Path.of("model.bug"))
 *         .with(Path.of("data.json"))
 *         .sample(Settings.defaults());
 * double mean = posterior.mean("mu");
 * }</pre>
 */
public final class Model {
    private final dev.tandem.language.Model parsed;

    private Model(dev.tandem.language.Model parsed) {
        this.parsed = parsed;
    }

    /**
     * Reads a model file in the dialect of JAGS.
     *
     * @throws dev.tandem.language.source.SourceException with every problem found, as do all methods of this package
     */
    public static Model read(Path path) {
        return read(path, Dialect.JAGS);
    }

    public static Model read(Path path, Dialect dialect) {
        return new Model(dev.tandem.language.Model.read(path, dialect));
    }

    /** A model from a text block. */
    public static Model of(String text) {
        return new Model(dev.tandem.language.Model.of(text));
    }

    /** A model from text that has a name, which errors call it by. */
    public static Model of(SourceText source, Dialect dialect) {
        return new Model(dev.tandem.language.Model.parse(source, dialect));
    }

    /** The syntax tree. */
    public dev.tandem.language.Model parsed() {
        return parsed;
    }

    /** What the model is, in words, its data not being known yet. */
    public ModelDescription describe() {
        return ModelDescription.of(parsed);
    }

    /** Binds it to data files: R dump, JSON or CSV. */
    public BoundModel with(Path... files) {
        return with(DataFile.read(List.of(files), parsed.dialect()));
    }

    /** Binds it to data made in Java. */
    public BoundModel with(Map<String, DataArray> data) {
        return with(DataSet.of(data));
    }

    public BoundModel with(DataSet data) {
        return BoundModel.of(parsed, data);
    }

    /** A model that needs no data. */
    public BoundModel withoutData() {
        return with(DataSet.empty());
    }
}
