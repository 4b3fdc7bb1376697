import { hashPassword } from './auth/passwords/passwords.ts'
import { aMember } from './members/factory.ts'
import type { TestPortal } from './portal.testing.ts'

export const clientPassword = 'walnut-lathe-9'

/** A browser's cookie jar and the client's habit of sending the csrf cookie back as a header. */
export const openExistingClient = (url: string) => {
  const jar = new Map<string, string>()
  return async (method: string, path: string, body?: object) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json, text/plain, */*',
        cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrftoken': jar.get('csrftoken') ?? '',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const text = await answer.text()
    return { status: answer.status, text, json: text ? JSON.parse(text) : undefined }
  }
}

/** A browser in which this member is logged in. */
export const logInBrowser = async (
  { portal, url }: { portal: TestPortal; url: string },
  facts: Parameters<typeof aMember>[1] & { email: string },
) => {
  const { id } = await aMember(portal.db, { ...facts, passwordHash: await hashPassword(clientPassword) })
  const call = openExistingClient(url)
  await call('POST', '/api/login/', { email: facts.email, password: clientPassword })
  return { id, call }
}
