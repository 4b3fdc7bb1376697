import { z } from 'zod'
import { readUrl } from '../read-url.ts'
import { askedAddress, Line, secret, setting, type Setting } from '../setting.ts'

/** Without a name and password, which would stand in the history of the setting. */
const CameraAddress = z
  .url({ protocol: /^https?$/, error: 'An address such as http://192.168.1.20/snapshot.jpg.' })
  .max(500)
  .refine((address) => {
    const url = readUrl(address)
    return url === null || url.username + url.password === ''
  }, 'Leave the name and the password out of the address. Put them in “Webcam logins”.')

const isLogin = (text: string) => {
  const url = readUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username !== ''
}

export const webcamSettings = {
  ENABLE_WEBCAMS: setting(
    'features',
    'Webcams page',
    z.boolean(),
    false,
    'Show members the pictures of the webcams, a new one every minute.',
  ),
  WEBCAM_PAGE_URLS: askedAddress(
    'general',
    'Webcams',
    z.array(z.tuple([Line.min(1, 'A webcam needs a title.'), CameraAddress])).max(30, 'At most 30 webcams.'),
    [],
    'A title and the address of a picture for each. The portal fetches the pictures; members never learn the addresses.',
  ),
  WEBCAM_LOGINS: secret(
    'general',
    'Webcam logins',
    'For cameras that ask for a name and a password: http://name:password@192.168.1.20 for each camera, with spaces between them.',
    z
      .string()
      .max(2000)
      .refine(
        (text) =>
          text
            .split(/\s+/)
            .filter((part) => part !== '')
            .every((part) => isLogin(part)),
        'Each is an address with a name and a password, such as http://viewer:secret@192.168.1.20.',
      ),
  ),
} satisfies Record<string, Setting>
