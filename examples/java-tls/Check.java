import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads a page over HTTPS with the trust store of Java; ends with 1 if it can't. */
public class Check {
  public static void main(String[] arguments) throws Exception {
    HttpClient client = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
    HttpRequest request = HttpRequest.newBuilder(URI.create("https://www.shop.example/")).timeout(Duration.ofSeconds(5)).build();
    HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
    System.out.println(answer.statusCode());
    System.exit(answer.statusCode() == 200 ? 0 : 1);
  }
}
