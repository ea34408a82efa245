/** The OpenAI wire format: request to prompt, answer to usage, errors as OpenAI error objects. */
@NullMarked
package dev.warmpath.web;

import org.jspecify.annotations.NullMarked;
