/**
 * Local doors: engines that run in real time, a SageMaker Runtime endpoint over them that speaks
 * the wire protocol, and an HTTP front that behaves as API Gateway does.
 *
 * <p>The engines play the part of other people's software: they read request bodies by themselves
 * and share nothing with the router's own keying. May use com.amazonaws types, never the AWS SDK.
 */
@NullMarked
package dev.warmpath.local;

import org.jspecify.annotations.NullMarked;
