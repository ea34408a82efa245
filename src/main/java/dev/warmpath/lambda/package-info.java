/** The router as an AWS Lambda function behind API Gateway. */
@NullMarked
package dev.warmpath.lambda;

import org.jspecify.annotations.NullMarked;
