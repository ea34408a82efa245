package dev.warmpath.web;

import dev.warmpath.keys.TokenBudgets;
import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.router.EngineBody;
import dev.warmpath.router.RouteReport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keeps tenants apart: their cached prefixes by a salt, their use by a budget.
 *
 * <p>Requests of nobody in particular pass unchanged. Safe for any number of threads.
 */
public final class Tenants {
  /*
   * salt = base64url(HMAC-SHA256(secret, for "cache_salt", the scope and the caller's own
   * cache_salt: length as 4 bytes ‖ UTF-8))
   *
   * No tenant can send another's salt: the caller's own goes through the same function. The secret
   * matters where a body that is no JSON reaches an engine as it stands.
   */
  private static final String HMAC = "HmacSHA256";

  private final SecretKeySpec secret;
  private final boolean saltsEngines;
  private final Optional<TokenBudgets> budgets;
  private final Function<String, Executor> background;

  /**
   * Makes a keeper.
   *
   * @param secret the deployment's hash salt
   * @param saltsEngines whether engines are told the salt, in the field {@code cache_salt}
   * @param budgets counts tokens; empty for a tier that has nowhere to count them
   * @param background runs what no answer of a request waits for, by the request's name
   */
  public Tenants(
      byte[] secret,
      boolean saltsEngines,
      Optional<TokenBudgets> budgets,
      Function<String, Executor> background) {
    this.secret = new SecretKeySpec(secret, HMAC);
    this.saltsEngines = saltsEngines;
    this.budgets = budgets;
    this.background = background;
  }

  /** A keeper that counts no tokens. */
  public static Tenants withoutBudgets(byte[] secret, boolean saltsEngines) {
    return new Tenants(secret, saltsEngines, Optional.empty(), requestId -> Runnable::run);
  }

  /** The answer to a caller whose budget is used up; empty for all others. */
  Optional<HttpReply> refusal(HttpRequest request) {
    Caller caller = request.caller();
    return budgets
        .filter(b -> caller.isNamed())
        .flatMap(
            b -> b.overrun(caller.tenant(), caller.limits(), background.apply(request.requestId())))
        .map(OpenAiErrors::of);
  }

  /** A request that shares cached prefixes only with those of the same scope and own salt. */
  ParsedRequest isolated(Caller caller, ParsedRequest request) {
    if (!caller.isNamed()) {
      return request;
    }
    Prompt prompt = request.prompt();
    Scope scope = prompt.scope();
    String salt = salt(caller.scope(), scope.cacheSalt());
    return new ParsedRequest(
        new Prompt(
            new Scope(scope.model(), scope.adapter(), salt, scope.templateArguments()),
            prompt.segments(),
            prompt.placementHint()),
        request.byLoad(),
        // What no cache can help, no cache needs to keep apart.
        saltsEngines && !request.byLoad() ? salted(request.body(), salt) : request.body(),
        request.maxOutputTokens(),
        request.stream(),
        request.format());
  }

  /**
   * Counts what a request used: as the engine reports it, or as far as that is unknown, the
   * prompt's estimated length.
   */
  void spend(HttpRequest request, RouteReport report) {
    Caller caller = request.caller();
    long prompt = report.usage().promptTokens().orElse(report.tokens().prompt());
    long tokens = prompt + report.usage().outputTokens().orElse(0);
    budgets
        .filter(b -> caller.isNamed())
        .ifPresent(
            b ->
                b.spend(
                    caller.tenant(),
                    caller.limits(),
                    tokens,
                    background.apply(request.requestId())));
  }

  private static EngineBody salted(EngineBody body, String salt) {
    return body instanceof JsonEngineBody json ? json.withCacheSalt(salt) : body;
  }

  private String salt(String scope, String ownSalt) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(secret);
      for (String part : List.of("cache_salt", scope, ownSalt)) {
        byte[] bytes = part.getBytes(StandardCharsets.UTF_8);
        mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
        mac.update(bytes);
      }
      return Base64.getUrlEncoder().withoutPadding().encodeToString(mac.doFinal());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform must offer " + HMAC, e);
    }
  }
}
