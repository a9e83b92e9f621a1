/* Of each of these elements with a text, whether its colour is too near to that of what is behind it, as sentences. */
(elements) => {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colourOf = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const over = (top, below) => {
    const mixed = [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3]));
    return [mixed[0], mixed[1], mixed[2], 1];
  };
  const behind = (element) => {
    if (!element) return colourOf(matchMedia('(prefers-color-scheme: dark)').matches ? '#000' : '#fff');
    const own = colourOf(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, behind(element.parentElement));
  };
  /* A letter of a drawing is over the shapes that are drawn before it. */
  const behindDrawn = (text) => {
    text.scrollIntoView({ block: 'center', inline: 'center' });
    const { x, y, width, height } = text.getExtentOfChar(0);
    const middle = new DOMPoint(x + width / 2, y + height / 2).matrixTransform(text.getScreenCTM());
    const alpha = ([red, green, blue, own], more) => [red, green, blue, own * more];
    /* Squares and tiles are thick lines; a paint has its darkest colour beside it. */
    const paintOf = (shape) => {
      const { fill, fillOpacity, stroke, strokeOpacity } = getComputedStyle(shape);
      const inside = middle.matrixTransform(shape.getScreenCTM().inverse());
      const [paint, opacity] =
        stroke !== 'none' && shape.isPointInStroke(inside) ? [stroke, strokeOpacity] : [fill, fillOpacity];
      return alpha(colourOf(paint.replace(/^url\(.*?\) /, '')), Number(opacity));
    };
    return document
      .elementsFromPoint(middle.x, middle.y)
      .filter((each) => each instanceof SVGGeometryElement)
      .map(paintOf)
      .reverse()
      .reduce((below, paint) => over(paint, below), behind(text.closest('svg')));
  };
  const light = (colour) => {
    const [red, green, blue] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const found = new Set();
  for (const element of elements) {
    const style = getComputedStyle(element);
    const isDrawn = element instanceof SVGTextContentElement;
    const below = isDrawn ? behindDrawn(element) : behind(element);
    const own = colourOf(isDrawn ? style.fill : style.color);
    const [one, other] = [light(over(own, below)), light(below)];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (isLarge ? 3 : 4.5))
      found.add(
        `contrast ${ratio.toFixed(2)} of "${element.textContent.slice(0, 30)}" (${element.className.baseVal ?? element.className})`,
      );
  }
  return [...found];
};
