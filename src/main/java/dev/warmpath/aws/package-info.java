/** The ports spoken in AWS's protocols: the only package that sees the AWS SDK. */
@NullMarked
package dev.warmpath.aws;

import org.jspecify.annotations.NullMarked;
