package dev.warmpath.web;

/**
 * A model that callers may ask for.
 *
 * @param name its public name
 * @param engineName the name that its engines know: a model's, or a LoRA adapter's; may be empty,
 *     which vLLM takes for its own
 */
public record ServedModel(String name, String engineName) {}
