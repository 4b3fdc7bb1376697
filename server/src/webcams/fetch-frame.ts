import { FetchFailure, guardedFetch } from '#platform/http/guarded-fetch.ts'
import { makePicture, type PictureProblem } from '#platform/images/make-picture.ts'

export type Camera = { name: string; address: string }

const limits = { maxBytes: 5_000_000, timeoutMs: 5_000 }

/** As large as a screen shows it. */
const shape = { width: 1600, height: 1200, kind: 'photo' } as const

const start = Buffer.from([0xff, 0xd8])
const end = Buffer.from([0xff, 0xd9])

/** The first JPEG of a stream of them, once all of it is there. */
export const firstFrame = (stream: Buffer): Buffer | null => {
  const from = stream.indexOf(start)
  if (from === -1) return null
  const to = stream.indexOf(end, from + start.length)
  return to === -1 ? null : stream.subarray(from, to + end.length)
}

const isStream = (mediaType: string | undefined) => /^multipart\/x-mixed-replace\b/i.test(mediaType ?? '')

/** Looks for the end of the first frame as pieces come, a byte of which may be in the piece before. */
const frameWatcher = () => {
  let hasStarted = false
  let rest = Buffer.alloc(0)
  return (piece: Buffer): boolean => {
    const seen = Buffer.concat([rest, piece])
    const from = hasStarted ? 0 : seen.indexOf(start)
    rest = seen.subarray(-1)
    if (from === -1) return false
    const to = seen.indexOf(end, hasStarted ? 0 : from + start.length)
    hasStarted = true
    return to !== -1
  }
}

/** The name and password that were set for cameras of this host. */
const loginFor = (address: string, logins: string): string | null => {
  const host = URL.parse(address)?.host
  const known = logins.split(/\s+/).flatMap((text) => URL.parse(text) ?? [])
  const login = known.find((url) => url.host === host)
  if (!login) return null
  return `${decodeURIComponent(login.username)}:${decodeURIComponent(login.password)}`
}

const problems: Record<PictureProblem, string> = {
  noPicture: 'The camera sent something that is no JPEG, PNG or WebP picture.',
  tooManyPixels: 'The picture has too many pixels.',
  damaged: 'The picture is damaged.',
  busy: 'Too many pictures are being drawn right now.',
}

const problemOfStatus = (status: number): string | null => {
  if (status === 200) return null
  if (status === 401 || status === 403) return `The camera does not accept the name and password (${status}).`
  if (status >= 300 && status < 400)
    return `The camera sends the portal elsewhere (${status}). Enter that address instead.`
  return `The camera answered with an error (${status}).`
}

/**
 * Fetches the present picture of a camera, or the first of a stream, and draws it anew: whatever else was in it is gone.
 * Cameras stand in the network of the space and only administrators say where, so private addresses may be asked.
 * Throws a `FetchFailure` with a reason for staff.
 */
export const fetchFrame = async ({ address }: Camera, logins: string): Promise<Buffer> => {
  const login = loginFor(address, logins)
  const watch = frameWatcher()
  const { status, headers, body } = await guardedFetch(address, {
    ...limits,
    allowPrivate: true,
    headers: login === null ? {} : { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
    isEnough: (piece, { 'content-type': mediaType }) => isStream(mediaType) && watch(piece),
  })
  const refusal = problemOfStatus(status)
  if (refusal !== null) throw new FetchFailure(refusal)
  const frame = isStream(headers['content-type']) ? firstFrame(body) : body
  if (!frame) throw new FetchFailure('The camera ended its stream before the first picture.')
  const picture = await makePicture(frame, shape)
  if (typeof picture === 'string') throw new FetchFailure(problems[picture])
  return picture.content
}
