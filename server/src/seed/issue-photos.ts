import sharp from 'sharp'

type Point = { x: number; y: number }
type Colour = readonly [red: number, green: number, blue: number]

const width = 960
const height = 720

/** Draws a photo of made-up things, pixel by pixel, so that no picture of anyone is needed. */
const draw = async (colourAt: (point: Point) => Colour) => {
  const pixels = Buffer.alloc(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      // A little noise and a darker edge, as on a photo taken in a workshop.
      const light = 1.05 - 0.45 * (((x - width / 2) / width) ** 2 + ((y - height / 2) / height) ** 2)
      const noise = ((x * 7919 + y * 104_729) % 13) - 6
      const colour = colourAt({ x, y })
      for (const [at, value] of colour.entries())
        pixels[(y * width + x) * 3 + at] = Math.max(0, Math.min(255, Math.round(value * light + noise)))
    }
  }
  const content = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
  return { content, width, height }
}

const distance = ({ x, y }: Point, [toX, toY]: readonly [number, number]) => Math.hypot(x - toX, y - toY)

/** An oven with its door ajar and a scorched cable. */
export const drawScorchedCable = () =>
  draw((point) => {
    const { x, y } = point
    const cable = Math.abs(y - (520 + 60 * Math.sin(x / 90)))
    if (cable < 16) return distance(point, [620, 540]) < 90 ? [38, 26, 22] : [210, 120, 40]
    if (x > 240 && x < 720 && y > 110 && y < 430) return x < 270 || y < 140 ? [70, 74, 80] : [132, 136, 142]
    return [196, 188, 172]
  })

/** Smoke over a sheet in a machine. */
export const drawSmoke = () =>
  draw((point) => {
    const { x, y } = point
    const cloud = Math.sin(x / 60) * 40 + Math.cos(x / 23) * 18
    if (y < 330 + cloud && distance(point, [480, 240]) < 330) return [168, 170, 176]
    if (y > 430 && y < 600 && x > 160 && x < 800) return (x + y) % 80 < 6 ? [92, 60, 34] : [198, 152, 96]
    return [52, 58, 66]
  })

/** A tap with drops under it. */
export const drawTap = () =>
  draw((point) => {
    const { x, y } = point
    if (x > 440 && x < 500 && y > 120 && y < 330) return [176, 182, 190]
    if (y > 120 && y < 180 && x > 440 && x < 660) return [196, 202, 210]
    for (const fall of [390, 470, 560]) if (distance(point, [635, fall]) < 14) return [110, 160, 214]
    return y > 600 ? [150, 152, 156] : [226, 222, 212]
  })

/** A bench under a window, for a slide. */
export const drawWorkshop = () =>
  draw((point) => {
    const { x, y } = point
    if (x > 300 && x < 660 && y > 80 && y < 300) return x % 120 < 8 || y % 110 < 8 ? [236, 232, 224] : [150, 196, 224]
    if (y > 430 && y < 480) return [176, 128, 78]
    if (y >= 480 && y < 680 && ((x > 120 && x < 160) || (x > 800 && x < 840))) return [140, 98, 58]
    return y > 600 ? [120, 118, 112] : [206, 196, 176]
  })
