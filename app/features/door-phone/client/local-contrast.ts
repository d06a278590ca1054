type Picture = Pick<ImageData, 'data' | 'width' | 'height'>;

/** Of the shorter side: about eight modules of a code that fills half of it. */
const REACH = 1 / 16;
/** What one deviation becomes, in shades. */
const SPREAD = 64;
const MIDDLE = 128;

/** In place: each pixel by how far it stands out from its surroundings, so that a washed-out screen or a shadow across it is read as well. */
export function spreadContrast({ data, width, height }: Picture): void {
  const stride = width + 1;
  const [sums, squares] = [new Float64Array(stride * (height + 1)), new Float64Array(stride * (height + 1))];
  const light = (pixel: number): number => ((data[4 * pixel] ?? 0) + (data[4 * pixel + 1] ?? 0) + (data[4 * pixel + 2] ?? 0)) / 3;
  for (let y = 0; y < height; y += 1) {
    let [row, rowOfSquares] = [0, 0];
    for (let x = 0; x < width; x += 1) {
      const shade = light(y * width + x);
      row += shade;
      rowOfSquares += shade * shade;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + row;
      squares[(y + 1) * stride + x + 1] = (squares[y * stride + x + 1] ?? 0) + rowOfSquares;
    }
  }
  const reach = Math.ceil(Math.min(width, height) * REACH);
  let [top, bottom, left, right] = [0, 0, 0, 0];
  const over = (of: Float64Array): number => (of[bottom + right] ?? 0) - (of[top + right] ?? 0) - (of[bottom + left] ?? 0) + (of[top + left] ?? 0);
  for (let y = 0; y < height; y += 1) {
    top = Math.max(0, y - reach) * stride;
    bottom = Math.min(height, y + reach + 1) * stride;
    for (let x = 0; x < width; x += 1) {
      left = Math.max(0, x - reach);
      right = Math.min(width, x + reach + 1);
      const pixels = ((bottom - top) / stride) * (right - left);
      const mean = over(sums) / pixels;
      const deviation = Math.sqrt(Math.max(1, over(squares) / pixels - mean * mean));
      const shade = MIDDLE + ((light(y * width + x) - mean) / deviation) * SPREAD;
      data.fill(shade, 4 * (y * width + x), 4 * (y * width + x) + 3);
    }
  }
}
