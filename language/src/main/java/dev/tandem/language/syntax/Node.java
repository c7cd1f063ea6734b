package dev.tandem.language.syntax;

import dev.tandem.language.source.SourceSpan;

/** A part of the syntax tree, which knows where it was written. */
public sealed interface Node permits Declaration, Statement, Expression, Index, DistributionCall, Truncation {
    SourceSpan span();
}
