/** Tests of the OpenAI wire format. */
@NullMarked
package dev.warmpath.web;

import org.jspecify.annotations.NullMarked;
