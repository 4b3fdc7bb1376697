/** What the upper half of code page 437 shows, from 128 to 255. */
const upper437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00A0'

/** What Windows-1252 shows from 128 to 159; five of them are nothing. */
const upper1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ'

const pages = {
  cp437: new Map(upper437.split('').map((sign, at) => [sign, 128 + at])),
  windows1252: new Map([
    ...upper1252.split('').map((sign, at): [string, number] => [sign, 128 + at]),
    ...Array.from({ length: 96 }, (_, at): [string, number] => [String.fromCodePoint(160 + at), 160 + at]),
  ]),
}

const questionMark = 0x3f

/** A letter the page has not is written without its accent where that helps, and as a question mark otherwise. */
const byteOf = (page: ReadonlyMap<string, number>, sign: string): number => {
  const known = page.get(sign)
  if (known !== undefined) return known
  const plain = sign.normalize('NFD').codePointAt(0) ?? questionMark
  return plain < 128 ? plain : questionMark
}

/** Text as the bytes of an old code page, one for each sign. */
export const encode = (text: string, page: keyof typeof pages): Uint8Array =>
  Uint8Array.from(Array.from(text.normalize('NFC')), (sign) => byteOf(pages[page], sign))
