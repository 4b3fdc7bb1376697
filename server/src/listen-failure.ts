import { hasCode } from '#platform/db/has-code.ts'

/** Why the portal cannot listen and what to do about it, instead of what the system says; other errors stay. */
export const explainListening = ({ port, host }: { port: number; host: string }, error: unknown): unknown => {
  const say = (text: string) => new Error(text, { cause: error })
  if (hasCode(error, 'EADDRINUSE'))
    return say(
      `Port ${port} is in use by another program. Stop that one, or choose another port: PORT=${port === 65535 ? 8000 : port + 1} npm start`,
    )
  if (hasCode(error, 'EACCES'))
    return say(
      `This user may not listen on port ${port}; the ones below 1024 are often kept for root. ` +
        'Choose a higher PORT, and let a web server in front of the portal take the low one.',
    )
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL', 'EAFNOSUPPORT'].some((code) => hasCode(error, code)))
    return say(
      `HOST=${host} is not an address of this machine. Leave HOST out to listen on all of them, ` +
        'or set it to 127.0.0.1 for this machine alone.',
    )
  return error
}
