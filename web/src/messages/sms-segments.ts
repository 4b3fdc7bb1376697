// On its own: a rule of the networks with a table of cases.
/** What one text message can be written in cheaply; everything else makes all of it cost more than twice as much. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** These take the place of two. */
const double = '^{}\\[~]|€\f'

const fits = (length: number, { alone, each }: { alone: number; each: number }) =>
  length <= alone ? Math.min(length, 1) : Math.ceil(length / each)

/** In how many parts a text is sent, and so what it costs. */
export const countSegments = (text: string): { characters: number; segments: number } => {
  const signs = Array.from(text)
  const isBasic = signs.every((sign) => basic.includes(sign) || double.includes(sign))
  if (!isBasic) return { characters: text.length, segments: fits(text.length, { alone: 70, each: 67 }) }
  const length = signs.reduce((sum, sign) => sum + (double.includes(sign) ? 2 : 1), 0)
  return { characters: text.length, segments: fits(length, { alone: 160, each: 153 }) }
}
