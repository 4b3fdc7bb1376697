import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { startForeignProvider } from '../server/src/auth/providers/foreign-provider.testing.ts'
import { expect, expectAccessible, giveSession, type JourneyPortal, test } from './portal.ts'

type Wiki = { url: string; client: { id: string; secret: string }; close: () => Promise<void> }

/** A wiki as small as can be: it sends its visitors to the portal, and greets them by what it learns there. */
const startWiki = async (portal: JourneyPortal): Promise<Wiki> => {
  const client = { id: '', secret: '' }
  const redeem = async (code: string, callback: string) => {
    const answer = await fetch(`${portal.url}/api/openid/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: callback }),
    })
    const { access_token: token } = await answer.json()
    const who = await fetch(`${portal.url}/api/openid/userinfo`, { headers: { authorization: `Bearer ${token}` } })
    return who.json()
  }
  const server: Server = createServer((request, response) => {
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    const callback = `${url}/callback`
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const page = (text: string) => {
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><html lang="en"><title>Wiki</title><link rel="icon" href="data:,"><p>${text}</p></html>`,
      )
    }
    if (pathname === '/') {
      const query = new URLSearchParams({
        client_id: client.id,
        response_type: 'code',
        redirect_uri: callback,
        scope: 'openid profile email',
        state: 'here-and-now',
      })
      response.writeHead(302, { location: `${portal.url}/api/openid/authorize?${query.toString()}` }).end()
      return
    }
    const code = searchParams.get('code')
    if (code === null) page(`Not let in: ${searchParams.get('error')}`)
    else void redeem(code, callback).then(({ preferred_username: name }) => page(`Welcome to the wiki, ${name}`))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  return { url, client, close: () => new Promise((resolve) => void server.close(() => resolve())) }
}

test('an administrator adds a wiki, a member logs in there, and ends it in their profile', async ({
  page,
  portal,
  browser,
}) => {
  const wiki = await startWiki(portal)
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/sso')
  await page.getByRole('button', { name: 'New site' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What it is').selectOption('mediawiki')
  await dialog.getByLabel('Name').fill('Wiki')
  await dialog.getByLabel('Web address').fill(wiki.url)
  await dialog.getByLabel('Addresses members are sent back to').fill(`${wiki.url}/callback`)
  await dialog.getByRole('button', { name: 'Add site' }).click()
  await expect(dialog.getByText('Copy this secret now')).toBeVisible()
  wiki.client.secret = await dialog.locator('pre').innerText()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('heading', { name: 'Settings for Wiki' })).toBeVisible()
  wiki.client.id = await page.getByText(/^mediawiki-/).innerText()
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto(wiki.url)
  await phone.getByLabel('Email').fill('bo@example.org')
  await phone.getByLabel('Password', { exact: true }).fill(portal.password)
  await phone.getByRole('button', { name: 'Log in' }).click()
  await expect(phone.getByRole('heading', { name: 'Log in to Wiki?' })).toBeVisible()
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Log in to Wiki' }).click()
  await expect(phone.getByText('Welcome to the wiki, bo')).toBeVisible()
  // What was agreed is not asked again.
  await phone.goto(wiki.url)
  await expect(phone.getByText('Welcome to the wiki, bo')).toBeVisible()

  await phone.goto('/account/profile')
  await phone.getByRole('button', { name: 'End the login at Wiki' }).click()
  await expect(phone.getByText('Your login at Wiki has ended')).toBeVisible()
  await phone.goto(wiki.url)
  await phone.getByRole('button', { name: 'Cancel' }).click()
  await expect(phone.getByText('Not let in: access_denied')).toBeVisible()
  await context.close()
  await wiki.close()
})

test('an administrator tests a login and reads what a site would learn', async ({ page, portal }) => {
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/sso')
  await page.getByRole('button', { name: 'Test a login' }).click()
  await expect(page.getByText('The login works')).toBeVisible()
  await expect(page.getByRole('row', { name: /email ada@example.org/ })).toBeVisible()
  await expectAccessible(page)
})

test('a forum sends a member here to log in, and straight back when they are', async ({ page, portal }) => {
  const forum = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(
      '<!doctype html><html lang="en"><title>Forum</title><link rel="icon" href="data:,"><p>In the forum</p></html>',
    )
  })
  await new Promise<void>((resolve) => void forum.listen(0, '127.0.0.1', resolve))
  const address = forum.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const secret = 'a secret of the forum'
  await giveSession(page, portal, 'ada')
  const csrf = (await page.context().cookies()).find(({ name }) => name === 'csrftoken')?.value ?? ''
  for (const [key, value] of Object.entries({
    DISCOURSE_SSO_PROTOCOL_SECRET_KEY: secret,
    DISCOURSE_SSO_SITES: url,
    ENABLE_DISCOURSE_SSO_PROTOCOL: true,
  })) {
    const saved = await page.request.put(`/api/admin/settings/${key}/`, {
      data: { value },
      headers: { 'x-csrftoken': csrf },
    })
    expect(saved.ok(), key).toBe(true)
  }
  await page.context().clearCookies()
  const fields = new URLSearchParams({ nonce: 'n', return_sso_url: `${url}/session/sso_login` })
  const sso = Buffer.from(fields.toString()).toString('base64')
  const sig = createHmac('sha256', secret).update(sso).digest('hex')
  const start = `/login?${new URLSearchParams({ sso, sig }).toString()}`
  await page.goto(start)
  await page.getByLabel('Email').fill('bo@example.org')
  await page.getByLabel('Password', { exact: true }).fill(portal.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('In the forum')).toBeVisible()
  await page.goto(start)
  await expect(page.getByText('In the forum')).toBeVisible()
  await page.goto(`/login?${new URLSearchParams({ sso, sig: 'wrong' }).toString()}`)
  await expect(page.getByText(/doesn’t come from the forum of this space/)).toBeVisible()
  await expectAccessible(page)
  await new Promise((resolve) => void forum.close(resolve))
})

test('an administrator lets members log in with another provider, and a member does so on the login card', async ({
  page,
  portal,
  browser,
}) => {
  const foreign = await startForeignProvider(`${portal.url}/login/provider`)
  foreign.as({ sub: 'bo-there', email: 'bo@example.org', email_verified: true, name: 'Bo' })
  await giveSession(page, portal, 'ada')
  await page.goto('/manage/sso')
  const card = page.getByRole('region', { name: 'Log in here with another account' })
  await expect(card.getByText(`${portal.url}/login/provider`)).toBeVisible()
  await card.getByRole('button', { name: 'Add a provider' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Guild')
  await dialog.getByRole('textbox', { name: 'Issuer' }).fill(foreign.issuer)
  await dialog.getByRole('textbox', { name: 'Client ID' }).fill(foreign.client.clientId)
  await dialog.getByLabel('Client secret').fill(foreign.client.secret)
  await dialog.getByRole('switch', { name: 'It stands on our own network' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add provider' }).click()
  await card.getByRole('button', { name: 'Test a login with Guild' }).click()
  await expect(page.getByText('The login works')).toBeVisible()
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: portal.url, viewport: { width: 390, height: 844 } })
  const phone = await context.newPage()
  await phone.goto('/login?next=%2Faccount%2Fsecurity')
  await expectAccessible(phone)
  await phone.getByRole('button', { name: 'Log in with Guild' }).click()
  const links = phone.getByRole('region', { name: 'Accounts elsewhere' })
  await expect(links.getByText('bo@example.org')).toBeVisible()
  await expect(phone.getByText('Account elsewhere', { exact: true })).toBeVisible()
  await expectAccessible(phone)
  await context.close()
  await foreign.close()
})
