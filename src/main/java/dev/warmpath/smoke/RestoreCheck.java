package dev.warmpath.smoke;

import com.fasterxml.jackson.jr.ob.JSON;
import dev.warmpath.aws.SignedHttp;
import dev.warmpath.aws.SignedHttp.Call;
import dev.warmpath.smoke.Finding.Failed;
import dev.warmpath.smoke.Finding.Passed;
import dev.warmpath.smoke.Finding.Skipped;
import java.io.IOException;
import java.net.URI;
import java.util.Map;

/**
 * With SnapStart, the version behind the API has its snapshot. Lambda starts that version's
 * environments from nothing else, so that every answer came from a restored one.
 *
 * @param lambda where the function is
 * @param function its name
 * @param snapStart the deployment's choice, on or off
 */
record RestoreCheck(SignedHttp lambda, String function, String snapStart) implements Check {
  @Override
  public String name() {
    return "restore";
  }

  @Override
  public Finding look() throws IOException {
    if (!snapStart.equals("on")) {
      return new Skipped("the stack's SnapStart is off");
    }
    String base = lambda.address("lambda").toString().replaceAll("/+$", "");
    URI uri =
        URI.create(base + "/2015-03-31/functions/" + function + "/configuration?Qualifier=live");
    SignedHttp.Answer answer =
        lambda.exchange(new Call("lambda", "GET", uri, Map.of(), new byte[0]));
    return answer.isSuccess()
        ? judged(JSON.std.mapFrom(answer.body()))
        : new Failed(
            "Lambda does not tell of the function: "
                + ChatAnswer.refusal(answer.status(), answer.body()),
            "you need lambda:GetFunctionConfiguration on it");
  }

  private static Finding judged(Map<String, Object> configuration) {
    String version = String.valueOf(configuration.get("Version"));
    String state = String.valueOf(configuration.get("State"));
    String optimization =
        configuration.get("SnapStart") instanceof Map<?, ?> snapshot
            ? String.valueOf(snapshot.get("OptimizationStatus"))
            : "unknown";
    return state.equals("Active") && optimization.equals("On")
        ? new Passed("version " + version + " starts from its snapshot, as the answers above did")
        : new Failed(
            "version " + version + " is " + state + ", and its snapshot is " + optimization,
            "deploy again; the function's log says why a snapshot could not be made");
  }
}
