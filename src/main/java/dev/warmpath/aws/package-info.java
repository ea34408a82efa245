/**
 * The adapters that talk to AWS: SageMaker, CloudWatch and DynamoDB. The only package that sees the
 * AWS SDK; nothing of the SDK's leaves it.
 */
@NullMarked
package dev.warmpath.aws;

import org.jspecify.annotations.NullMarked;
