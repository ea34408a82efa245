package dev.warmpath.smoke;

import java.util.ArrayList;
import java.util.List;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * An element of somebody else's XML: what is absent reads as empty.
 *
 * @param text all text in it
 * @param children the elements in it, in order
 */
record XmlNode(String name, String text, List<XmlNode> children) {
  private static final XmlNode NOTHING = new XmlNode("", "", List.of());

  /** An element with all that is in it. */
  static XmlNode of(Element element) {
    List<XmlNode> children = new ArrayList<>();
    for (Node node = element.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(of(child));
      }
    }
    return new XmlNode(element.getTagName(), element.getTextContent().strip(), children);
  }

  /** The first child of a name; one without content if there is none. */
  XmlNode child(String childName) {
    return children.stream()
        .filter(child -> child.name().equals(childName))
        .findFirst()
        .orElse(NOTHING);
  }

  /** The items of a list. */
  List<XmlNode> members() {
    return children.stream().filter(child -> child.name().equals("member")).toList();
  }
}
