import sharp from 'sharp'

const width = 640
const height = 360

type Ink = readonly [red: number, green: number, blue: number]
type Box = { x: number; y: number; width: number; height: number; colour: Ink }

/** The bars of each digit that are lit: top, upper left, upper right, middle, lower left, lower right, bottom. */
const digits: readonly string[] = [
  '1110111',
  '0010010',
  '1011101',
  '1011011',
  '0111010',
  '1101011',
  '1101111',
  '1010010',
  '1111111',
  '1111011',
]

const long = 44
const thick = 10
const ink: Ink = [255, 255, 255]

const bars: readonly Omit<Box, 'colour'>[] = [
  { x: 0, y: 0, width: long, height: thick },
  { x: 0, y: 0, width: thick, height: long },
  { x: long - thick, y: 0, width: thick, height: long },
  { x: 0, y: long - thick, width: long, height: thick },
  { x: 0, y: long - thick, width: thick, height: long },
  { x: long - thick, y: long - thick, width: thick, height: long },
  { x: 0, y: 2 * (long - thick), width: long, height: thick },
]

/** The time as a clock of bars shows it. No letters, because no typeface need be installed. */
const clockBoxes = (now: Date): Box[] =>
  now
    .toISOString()
    .slice(11, 19)
    .split('')
    .flatMap((character, at): Box[] => {
      const left = 64 + at * 66
      const top = 130
      if (character === ':')
        return [20, 50].map((y) => ({ x: left + 16, y: top + y, width: thick, height: thick, colour: ink }))
      const lit = digits[Number(character)] ?? ''
      return bars
        .filter((_, bar) => lit[bar] === '1')
        .map((bar) => ({ ...bar, x: left + bar.x, y: top + bar.y, colour: ink }))
    })

/** A room: a wall, a floor, two benches, and a lamp that wanders with the seconds. */
const roomBoxes = (now: Date): Box[] => [
  { x: 0, y: 0, width, height: 240, colour: [56, 78, 92] },
  { x: 0, y: 240, width, height: 120, colour: [94, 74, 58] },
  { x: 40, y: 250, width: 220, height: 60, colour: [150, 118, 84] },
  { x: 380, y: 250, width: 220, height: 60, colour: [150, 118, 84] },
  { x: 10 + now.getUTCSeconds() * 10, y: 40, width: 30, height: 30, colour: [246, 201, 84] },
]

/** What a simulated camera sees at a moment, as a JPEG. */
export const drawFrame = (now: Date): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 3)
  for (const box of [...roomBoxes(now), ...clockBoxes(now)]) {
    const line = Buffer.concat(Array.from({ length: box.width }, () => Buffer.from(box.colour)))
    for (let row = box.y; row < box.y + box.height; row += 1) line.copy(pixels, (row * width + box.x) * 3)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}
