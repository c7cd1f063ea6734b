package dev.tandem.spark;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** Holds the arrows of this module, which the command does not see. */
class SparkArchitectureTest {
    @Test
    void seesOnlyWhatIsToItsLeft() {
        classes()
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "dev.tandem.density", "dev.tandem.runs..", "dev.tandem.sampling..", "dev.tandem.spark")
                        .or(resideOutsideOfPackage("dev.tandem..")))
                .check(new ClassFileImporter()
                        .importUrl(ChainEngine.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()));
    }
}
