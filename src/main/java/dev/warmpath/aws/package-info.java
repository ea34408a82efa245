/**
 * The adapters that talk to AWS: SageMaker, CloudWatch and DynamoDB. The only package that sees the
 * AWS SDK, and no other needs to name one of its types.
 */
@NullMarked
package dev.warmpath.aws;

import org.jspecify.annotations.NullMarked;
