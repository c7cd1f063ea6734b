package dev.tandem.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.spark.SparkConf;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a connection leaves open, and what it leaves to the user. */
@Tag("normal")
class ProtectionTest {
    private static SparkConf of(String master, String... settings) {
        SparkConf conf = new SparkConf(false).set("spark.master", master);
        for (int i = 0; i < settings.length; i += 2) {
            conf.set(settings[i], settings[i + 1]);
        }
        SparkCluster.protect(conf);
        return conf;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "local",
                "local[4]",
                "local[*]",
                "local[2,8]",
                "local-cluster[2,1,1024]",
                "spark://127.0.0.1:7077",
                "spark://localhost:7077"
            })
    void staysOnThisMachine(String master) {
        SparkConf conf = of(master);
        assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("127.0.0.1");
        assertThat(conf.get("spark.driver.host")).isEqualTo("127.0.0.1");
        assertThat(conf.get("spark.ui.enabled")).isEqualTo("false");
        assertThat(conf.contains("spark.authenticate")).isEqualTo(master.matches("local(\\[.*)?"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark://host:7077",
                "spark://127host:7077",
                "spark://localhost.example:7077",
                "yarn",
                "k8s://host"
            })
    void leavesTheAddressToAClusterElsewhere(String master) {
        SparkConf conf = of(master);
        assertThat(conf.contains("spark.driver.bindAddress")).isFalse();
        assertThat(conf.contains("spark.driver.host")).isFalse();
        assertThat(conf.contains("spark.authenticate")).isFalse();
        assertThat(conf.get("spark.ui.enabled")).isEqualTo("false");
    }

    @Test
    void aSecretIsUsed() {
        assertThat(of("spark://host:7077", "spark.authenticate.secret", "s").get("spark.authenticate"))
                .isEqualTo("true");
        assertThat(of("k8s://host", "spark.authenticate.secret.file", "/f").get("spark.authenticate"))
                .isEqualTo("true");
    }

    @Test
    void whatTheUserSaysStands() {
        SparkConf conf = of(
                "local[2]",
                "spark.ui.enabled",
                "true",
                "spark.driver.bindAddress",
                "0.0.0.0",
                "spark.driver.host",
                "host",
                "spark.authenticate",
                "false");
        assertThat(conf.get("spark.ui.enabled")).isEqualTo("true");
        assertThat(conf.get("spark.driver.bindAddress")).isEqualTo("0.0.0.0");
        assertThat(conf.get("spark.driver.host")).isEqualTo("host");
        assertThat(conf.get("spark.authenticate")).isEqualTo("false");
    }
}
