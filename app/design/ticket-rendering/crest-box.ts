export interface CrestBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

export function fitCrest(image: { width: number; height: number }, box: CrestBox): CrestBox {
  const scale = Math.min(box.width / image.width, box.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
}
