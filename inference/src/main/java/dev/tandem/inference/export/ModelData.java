package dev.tandem.inference.export;

import dev.tandem.density.Variable;
import dev.tandem.draws.BaseName;
import dev.tandem.exports.ArvizZarr;
import dev.tandem.inference.basis.ModelView;
import dev.tandem.inference.basis.Observations;
import dev.tandem.language.data.DataArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The data of a model as ArviZ keeps them: what was observed, and what was merely given. */
final class ModelData {
    private ModelData() {}

    static List<ArvizZarr.DataGroup> groups(ModelView model) {
        List<ArvizZarr.DataGroup> groups = new ArrayList<>();
        Observations observed = model.observations();
        if (!observed.variables().isEmpty()) {
            groups.add(new ArvizZarr.DataGroup("observed_data", observed.variables(), observed.values()));
        }
        Set<String> nodes = observed.variables().stream()
                .map(variable -> BaseName.of(variable.name()))
                .collect(Collectors.toSet());
        List<Variable> variables = new ArrayList<>();
        List<double[]> values = new ArrayList<>();
        for (Map.Entry<String, DataArray> entry : model.graph().data().arrays().entrySet()) {
            if (!nodes.contains(entry.getKey())) {
                DataArray array = entry.getValue();
                List<Integer> shape = array.size() == 1
                        ? List.of()
                        : Arrays.stream(array.dims()).boxed().toList();
                variables.add(new Variable(entry.getKey(), shape, Variable.Kind.CONTINUOUS));
                values.add(array.toArray());
            }
        }
        if (!variables.isEmpty()) {
            double[] all = values.stream().flatMapToDouble(Arrays::stream).toArray();
            groups.add(new ArvizZarr.DataGroup("constant_data", variables, all));
        }
        return groups;
    }
}
