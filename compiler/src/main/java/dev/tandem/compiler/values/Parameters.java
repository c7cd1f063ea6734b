package dev.tandem.compiler.values;

import dev.tandem.distributions.catalogue.Domain;
import dev.tandem.distributions.catalogue.Numbers;
import dev.tandem.distributions.catalogue.Parameter;
import dev.tandem.distributions.catalogue.Relation.Fault;
import dev.tandem.language.syntax.DistributionCall;
import java.util.List;
import java.util.Optional;

/** Whether the parameters of a call are such as the catalogue asks for. */
final class Parameters {
    private Parameters() {}

    /** The first parameter of a call that cannot be, if there is one. */
    static Optional<Fault> fault(DistributionCall call, List<Value> parameters) {
        Optional<Fault> single =
                knownFault(call, parameters.stream().map(Optional::of).toList());
        return single.isPresent() ? single : call.distribution().relation().fault(parameters);
    }

    /** The first that cannot be of those that are known; what two have to do with each other is left out. */
    static Optional<Fault> knownFault(DistributionCall call, List<Optional<Value>> parameters) {
        // The summands of a sum may be anything, and are more than the row has parameters.
        List<Parameter> rows =
                call.distribution().variadic() ? List.of() : call.distribution().parameters();
        for (int i = 0; i < rows.size(); i++) {
            if (parameters.get(i).isEmpty()) {
                continue;
            }
            Optional<String> complaint =
                    complaint(rows.get(i).domain(), parameters.get(i).get());
            if (complaint.isPresent()) {
                // Put into words only now: simulations ask at every draw of every node.
                return Optional.of(
                        new Fault(i, rows.get(i).name() + " of " + call.written() + " must " + complaint.get()));
            }
        }
        return Optional.empty();
    }

    /** What a parameter must do and does not. */
    private static Optional<String> complaint(Domain domain, Value value) {
        double sum = 0;
        for (int i = 0; i < value.size(); i++) {
            if (!domain.contains(value.get(i))) {
                return Optional.of("be " + domain.words() + ", not " + Numbers.show(value.get(i)));
            }
            if (domain == Domain.ASCENDING && i > 0 && value.get(i) < value.get(i - 1)) {
                return Optional.of(
                        "ascend, and " + Numbers.show(value.get(i)) + " follows " + Numbers.show(value.get(i - 1)));
            }
            sum += value.get(i);
        }
        if (domain == Domain.WEIGHTS && sum == 0) {
            return Optional.of("not be zero throughout");
        }
        if (domain == Domain.POSITIVE_DEFINITE) {
            return Matrices.complaint(value).map(complaint -> "be " + complaint);
        }
        return Optional.empty();
    }
}
