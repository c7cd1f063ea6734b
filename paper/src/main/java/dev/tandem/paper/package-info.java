/** The paper's experiments: what it says, what its algorithm gives here, what Tandem's kernels give, side by side. */
package dev.tandem.paper;
