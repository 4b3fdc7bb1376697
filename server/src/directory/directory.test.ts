import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpaceDocument } from '@spacekeeper/contract/directory/shapes.ts'
import type { SettingKey } from '@spacekeeper/contract/index.ts'
import { Ajv } from 'ajv'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'
import { readSpaceState } from './space-state.ts'

const clock = { now: new Date('2026-11-23T10:00:00Z') }
const later = (seconds: number) => {
  clock.now = new Date(clock.now.getTime() + seconds * 1000)
}

let portal: TestPortal
let anyone: TestClient
let staff: TestClient
let key: string

const set = (key_: SettingKey, value: unknown) => changeSetting(portal.ctx, { key: key_, value })

beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  anyone = await portal.as(null)
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
  key = (await staff.apiKeys.create({ name: 'Switch', scopes: ['directory.update'] })).key
  await set('SITE_OWNER', 'Riverbend Makers')
})
afterAll(() => portal.close())

const post = (body: unknown, authorization = `Api-Key ${key}`) =>
  portal.app.inject({
    method: 'POST',
    url: '/api/spacedirectory/update',
    headers: { authorization },
    payload: body as Record<string, unknown>, // whatever a script sends
  })

const get = (url = '/api/spacedirectory/') => portal.app.inject({ method: 'GET', url })

const folder = join(import.meta.dirname, '../../../../shared/data')
const schemaFiles = ['14', '15'].map((version) => [version, join(folder, `spaceapi-${version}.json`)] as const)
const hasSchemas = schemaFiles.every(([, path]) => existsSync(path))

/** By our own schema always; by those of SpaceAPI where they are at hand, for the versions that the document names. */
const expectValid = (document: SpaceDocument) => {
  expect(SpaceDocument.safeParse(document).error).toBeUndefined()
  if (!hasSchemas) return
  for (const [version, path] of schemaFiles) {
    if (!document.api_compatibility.some((one) => one === version)) continue
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(JSON.parse(readFileSync(path, 'utf8')))
    validate(document)
    expect(validate.errors, `SpaceAPI ${version}`).toBeNull()
  }
}

test.skipIf(hasSchemas)('SKIPPED: the schemas of SpaceAPI are not at hand in ../shared/data', () => {
  expect(hasSchemas).toBe(false)
})

test('a space that does not publish itself is not found, and neither is its badge', async () => {
  await expect(anyone.directory.getDocument()).rejects.toMatchObject({ code: 'directoryOff', status: 404 })
  expect((await get('/api/spacedirectory/badge.svg')).statusCode).toBe(404)
  await set('ENABLE_SPACE_DIRECTORY', true)
})

test('a new space is valid at once, for the version that demands no place', async () => {
  const document = await anyone.directory.getDocument()
  expectValid(document)
  expect(document.api_compatibility).toEqual(['15'])
  expect(document.state).toBeUndefined()
  expect(document).not.toHaveProperty('cam')
  const { hints, isOpen } = await staff.directory.getOverview()
  expect(hints).toEqual(['noLocation', 'noLogo', 'noContact', 'noWebsite', 'unknownState'])
  expect(isOpen).toBeNull()
})

test('other sites read it, and may keep it for a moment', async () => {
  const { headers } = await get()
  expect(headers['access-control-allow-origin']).toBe('*')
  expect(headers['cache-control']).toBe('public, max-age=30')
  expect(headers['set-cookie']).toBeUndefined()
})

test('everything that the settings say stands in a document that is valid for both versions', async () => {
  const said: [SettingKey, unknown][] = [
    ['SITE_LOGO', '/api/images/00000000000000000000000000000000.png'],
    ['MAIN_SITE_URL', 'https://riverbend.example'],
    ['SPACE_DIRECTORY_LOCATION_ADDRESS', '12 Mill Lane, Riverbend'],
    ['SPACE_DIRECTORY_LOCATION_LAT', -27.47],
    ['SPACE_DIRECTORY_LOCATION_LON', 153.02],
    ['SPACE_DIRECTORY_CONTACT_EMAIL', 'hello@riverbend.example'],
    ['SPACE_DIRECTORY_CONTACT_MATRIX', '#space:riverbend.example'],
    ['SPACE_DIRECTORY_ICON_OPEN', 'https://riverbend.example/open.png'],
    ['SPACE_DIRECTORY_ICON_CLOSED', 'https://riverbend.example/closed.png'],
    ['SPACE_DIRECTORY_CAMS', ['https://riverbend.example/cam.jpg']],
    ['SPACE_DIRECTORY_PROJECTS', ['https://riverbend.example/projects']],
    ['SPACE_DIRECTORY_LINKS', [['Wiki', 'https://wiki.riverbend.example/']]],
    ['SPACE_DIRECTORY_FEED_BLOG', 'https://riverbend.example/feed.xml'],
    ['SPACE_DIRECTORY_FED_SPACENET', true],
  ]
  for (const [name, value] of said) await set(name, value)
  await staff.directory.setState({ isOpen: true, message: 'Come in' })
  const document = await anyone.directory.getDocument()
  expectValid(document)
  expect(document).toMatchObject({
    api_compatibility: ['14', '15'],
    space: 'Riverbend Makers',
    logo: 'http://localhost:8000/api/images/00000000000000000000000000000000.png',
    url: 'https://riverbend.example/',
    location: { address: '12 Mill Lane, Riverbend', lat: -27.47, lon: 153.02, timezone: 'Australia/Brisbane' },
    spacefed: { spacenet: true, spacesaml: false, spacephone: false },
    cam: ['https://riverbend.example/cam.jpg'],
    state: { open: true, message: 'Come in', lastchange: clock.now.getTime() / 1000 },
    contact: { email: 'hello@riverbend.example', matrix: '#space:riverbend.example' },
    feeds: { blog: { url: 'https://riverbend.example/feed.xml' } },
    links: [{ name: 'Wiki', url: 'https://wiki.riverbend.example/' }],
  })
  expect((await staff.directory.getOverview()).hints).toEqual([])
})

test('what is no coordinate or address is refused at its field', async () => {
  await expect(set('SPACE_DIRECTORY_LOCATION_LAT', 91)).rejects.toMatchObject({
    facts: { fields: [{ field: 'SPACE_DIRECTORY_LOCATION_LAT', message: 'Sorry, the maximum is 90.' }] },
  })
  await expect(set('SPACE_DIRECTORY_CAMS', ['not an address'])).rejects.toMatchObject({ code: 'badInput' })
})

test('people are counted and never named', async () => {
  const { id } = await aMember(portal.db, { firstName: 'Zebulon' })
  await (await portal.as(id)).visits.signIn({ guests: ['Guest One'] })
  const document = await anyone.directory.getDocument()
  expectValid(document)
  expect(document.sensors).toMatchObject({ people_now_present: [{ value: 2 }] })
  expect(JSON.stringify(document)).not.toMatch(/Zebulon|Guest/)
  await set('SPACE_DIRECTORY_COUNTS_PEOPLE', false)
  expect((await anyone.directory.getDocument()).sensors).not.toHaveProperty('people_now_present')
})

test('a key with the scope reports state and sensors, in the shape scripts know', async () => {
  const answer = await post({
    is_open: false,
    message: 'See you tomorrow',
    sensors: [
      { type: 'temperature', name: 'Lab', value: '21.5', unit: '°C', location: 'Electronics lab', description: '' },
      { type: 'radiation', name: 'Geiger', value: 0.1, unit: 'µSv/h', location: 'Roof', description: 'Homemade' },
      {
        type: 'wind',
        name: 'Roof',
        location: 'Roof',
        description: null,
        properties: [
          { name: 'speed', value: 3, unit: 'm/s' },
          { name: 'gust', value: 5, unit: 'm/s' },
          { name: 'direction', value: 270, unit: '°' },
          { name: 'elevation', value: 12, unit: 'm' },
        ],
      },
    ],
  })
  expect([answer.statusCode, answer.body]).toEqual([200, ''])
  const document = await anyone.directory.getDocument()
  expectValid(document)
  expect(document.state).toMatchObject({ open: false, message: 'See you tomorrow' })
  expect(document.sensors).toMatchObject({
    temperature: [{ name: 'Lab', value: 21.5, unit: '°C', location: 'Electronics lab' }],
    radiation: { beta_gamma: [{ name: 'Geiger', description: 'Homemade' }] },
    wind: [{ properties: { speed: { value: 3, unit: 'm/s' } } }],
  })
  await post({ sensors: [{ name: 'Lab', value: 22 }] })
  const { sensors } = await staff.directory.getOverview()
  expect(sensors.map(({ name, reading }) => [name, reading])).toEqual([
    ['Geiger', '0.1 µSv/h'],
    ['Lab', '22 °C'],
    ['Roof', 'speed 3 m/s, gust 5 m/s, direction 270 °, elevation 12 m'],
  ])
})

test('a sensor that can’t be published is named, and nothing of its report is kept', async () => {
  const answer = await post({
    is_open: true,
    sensors: [
      { name: 'Lab', value: 99 },
      { name: 'Kiln', type: 'temperature', value: 900, unit: 'hot', location: 'Yard' },
    ],
  })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toMatchObject({ fields: [{ field: 'sensors.1.unit' }] })
  expect((await readSpaceState(portal.ctx)).isOpen).toBe(false)
  expect((await staff.directory.getOverview()).sensors.find(({ name }) => name === 'Lab')?.reading).toBe('22 °C')
  expect((await post({ sensors: [{ value: 1 }] })).json()).toMatchObject({ fields: [{ field: 'sensors.0.name' }] })
  expect((await post({ is_open: 'yes' })).json()).toMatchObject({ fields: [{ field: 'is_open' }] })
})

test('only staff and keys with the scope say anything', async () => {
  const other = (await staff.apiKeys.create({ name: 'Board', scopes: ['devices.read'] })).key
  expect((await post({ is_open: true }, `Api-Key ${other}`)).statusCode).toBe(403)
  expect((await post({ is_open: true }, 'Api-Key nonsense')).statusCode).toBe(401)
  const member = await portal.as((await aMember(portal.db)).id)
  await expect(member.directory.setState({ isOpen: true, message: '' })).rejects.toMatchObject({ code: 'notAllowed' })
})

test('its last change is when it opened or closed, and it remembers when it was last open', async () => {
  await staff.directory.setState({ isOpen: true, message: '' })
  later(600)
  await staff.directory.setState({ isOpen: false, message: 'Gone home' })
  const closedAt = clock.now
  later(600)
  await post({ is_open: false, message: 'Back on Tuesday' })
  expect(await readSpaceState(portal.ctx)).toEqual({
    isOpen: false,
    message: 'Back on Tuesday',
    changedAt: closedAt,
    lastOpenAt: closedAt,
  })
  expect(await anyone.directory.getDocument()).toMatchObject({
    state: { lastchange: closedAt.getTime() / 1000 },
    ext_last_open: closedAt.getTime() / 1000,
  })
  const events = await portal.db
    .selectFrom('audit_events')
    .select('event')
    .where('event', 'like', 'space.%')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(events.map(({ event }) => event)).toEqual(['space.messageChanged', 'space.closed', 'space.opened'])
})

test('many who say the same at once leave one change', async () => {
  const before = (await portal.db.selectFrom('audit_events').select('id').execute()).length
  await Promise.all(Array.from({ length: 10 }, () => post({ is_open: true })))
  expect((await portal.db.selectFrom('audit_events').select('id').execute()).length).toBe(before + 1)
})

test('staff rename and remove a sensor', async () => {
  const find = async (name: string) => (await staff.directory.getOverview()).sensors.find((one) => one.name === name)
  const lab = await find('Lab')
  if (!lab) throw new Error('there is no such sensor')
  await expect(staff.directory.renameSensor({ sensorId: lab.id, name: 'Roof' })).rejects.toMatchObject({
    body: { fields: [{ field: 'name', message: 'Another sensor has this name.' }] },
  })
  await staff.directory.renameSensor({ sensorId: lab.id, name: 'Lab, window' })
  expect((await find('Lab, window'))?.id).toBe(lab.id)
  await staff.directory.removeSensor({ sensorId: lab.id })
  expect(await find('Lab, window')).toBeUndefined()
  await expect(staff.directory.removeSensor({ sensorId: lab.id })).rejects.toMatchObject({ code: 'notFound' })
})

test('the badge is a picture with a name, whatever the space is called', async () => {
  await set('SITE_OWNER', 'Nuts & <Bolts>')
  await staff.directory.setState({ isOpen: true, message: '' })
  const answer = await get('/api/spacedirectory/badge.svg')
  expect(answer.headers).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(answer.body).toContain('<title>Nuts &amp; &lt;Bolts&gt; is open</title>')
  expect(answer.body).not.toContain('<Bolts>')
  await staff.directory.setState({ isOpen: null, message: '' })
  expect((await get('/api/spacedirectory/badge.svg')).body).toContain('not known whether it is open')
  expectValid(await anyone.directory.getDocument())
  expect((await anyone.directory.getDocument()).state).toBeUndefined()
})

test('pitfall 79: nothing entered is no error, cameras stand there while there are any, and one sensor stays one', async () => {
  await set('SPACE_DIRECTORY_CAMS', [])
  expect((await get()).statusCode).toBe(200)
  expect((await get()).json()).not.toHaveProperty('cam')
  await set('SPACE_DIRECTORY_CAMS', ['https://example.org/cam.jpg'])
  expect((await get()).json()).toMatchObject({ cam: ['https://example.org/cam.jpg'] })
  await set('SPACE_DIRECTORY_CAMS', [])
  const report = { type: 'humidity', name: 'Cellar', value: 40, unit: '%', location: 'Cellar' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => post({ sensors: [report] })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  const { sensors } = await staff.directory.getOverview()
  expect(sensors.filter(({ name }) => name === 'Cellar')).toHaveLength(1)
})
