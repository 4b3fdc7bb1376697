import type { FastifyInstance } from 'fastify'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** A browser's part of the bargain: it keeps cookies and sends the forgery header. For tests that watch cookies. */
export const openBrowser = (app: FastifyInstance, address = '127.0.0.1') => {
  const cookies = new Map<string, string>()
  const send = async (method: Method, url: string, body?: Record<string, unknown>) => {
    const answer = await app.inject({
      method,
      url,
      remoteAddress: address,
      cookies: Object.fromEntries(cookies),
      headers: { 'user-agent': 'Testfox', 'x-csrftoken': cookies.get('csrftoken') ?? '' },
      ...(body && { payload: body }),
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  return {
    cookies,
    get: (url: string) => send('GET', url),
    post: (url: string, body?: Record<string, unknown>) => send('POST', url, body),
    put: (url: string, body?: Record<string, unknown>) => send('PUT', url, body),
    delete: (url: string) => send('DELETE', url),
    logIn: (email: string, password: string) => send('POST', '/api/login/', { email, password }),
    isLoggedIn: async () => (await send('GET', '/api/loggedin/')).statusCode === 200,
  }
}
