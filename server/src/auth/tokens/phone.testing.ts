import type { TokenPair } from '@spacekeeper/contract/auth/token-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { sessionEnd } from '../sessions.ts'
import { makeTokenPair } from './app-tokens.ts'

type PhoneCall = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; payload?: object; access?: string; address?: string }

/** The app on a phone: it comes from its own origin, keeps tokens, and no cookie. */
export const openPhone = (app: FastifyInstance, origin = 'https://localhost') => {
  const send = (url: string, { method = 'GET', payload, access, address = '10.2.0.1' }: PhoneCall = {}) =>
    app.inject({
      method,
      url,
      remoteAddress: address,
      headers: {
        origin,
        'sec-fetch-site': 'cross-site',
        'user-agent': 'Phone/1',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
      },
      ...(payload && { payload }),
    })
  return {
    send,
    obtain: (payload: object) => send('/api/token/obtain/', { method: 'POST', payload }),
    refresh: (refresh: string) => send('/api/token/refresh/', { method: 'POST', payload: { refresh } }),
    logIn: async (email: string, password: string): Promise<TokenPair> =>
      (await send('/api/token/obtain/', { method: 'POST', payload: { email, password, deviceName: 'Pixel' } })).json(),
    /** The status of a call that needs a login. */
    call: async (access: string) => (await send('/api/loggedin/', { access })).statusCode,
  }
}

/** The access token of an app in which a member is logged in. */
export const anAppToken = async (ctx: Ctx, memberId: number): Promise<string> => {
  const { access } = await record(ctx, async (work) => {
    const { tx, now } = work
    const { id: sessionId } = await tx
      .insertInto('sessions')
      .values({
        member_id: memberId,
        app_name: 'Phone',
        created_at: now,
        last_used_at: now,
        expires_at: sessionEnd(now, { isApp: true }),
        ip_address: '127.0.0.1',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { result: await makeTokenPair(work, { sessionId, parent: null }) }
  })
  return access
}
