package dev.warmpath.prompt;

/**
 * What must be equal before two prompts may share cached blocks at all.
 *
 * <p>Everything here is mixed into every hash of the chain, so prompts of different scopes never
 * share a row. The empty string stands for "none" in each field.
 *
 * @param model the public model name
 * @param adapter the LoRA adapter
 * @param cacheSalt the tenant's or the caller's cache salt
 * @param templateArguments chat-template arguments in canonical form, since engines render them in
 *     front of the messages
 */
public record Scope(String model, String adapter, String cacheSalt, String templateArguments) {

  /** The scope of a model without adapter, salt or template arguments. */
  public static Scope ofModel(String model) {
    return new Scope(model, "", "", "");
  }

  /** Hides the cache salt, which may be a tenant's secret. */
  @Override
  public String toString() {
    return "Scope[model=" + model + ", adapter=" + adapter + "]";
  }
}
