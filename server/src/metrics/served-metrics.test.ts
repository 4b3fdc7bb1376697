import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { byProgram, newFolder, startProcess, typed } from '../test-process.ts'

const token = 'metrics-token-0123456789'

test('a portal serves its metrics to who has the token: its memory, its requests, its jobs', async () => {
  const folder = newFolder()
  const { url } = await startProcess(folder, await freePort())
  expect((await fetch(`${url}/api/metrics`)).status).toBe(403)
  await typed(folder, token, 'settings', 'set', 'METRICS_TOKEN', '-')
  await fetch(`${url}/api/config/`)
  const read = () => fetch(`${url}/api/metrics`, { headers: { authorization: `Bearer ${token}` } })
  await expect.poll(async () => (await read()).status, byProgram).toBe(200)
  const answer = await read()
  const text = await answer.text()
  for (const line of [
    /^process_resident_memory_bytes \d+/m,
    /^spacekeeper_http_requests_total\{method="GET",route="\/api\/config\/",status="200"\} 1$/m,
    /^spacekeeper_jobs\{state="due"\} \d+$/m,
    /^spacekeeper_database_connections_limit \d+$/m,
    /^spacekeeper_live_connected 1$/m,
    /^mm_devices_total\{type="spacebucksDevice"\} 0$/m,
    /^spacekeeper_info\{version="[^"]+"\} 1$/m,
  ])
    expect(text).toMatch(line)
  // Each line that is no comment is a name, perhaps labels, and a number.
  const odd = text.split('\n').filter((one) => one !== '' && !/^(#|[a-zA-Z_:][\w:]*(\{.*\})? [\w.+-]+$)/.test(one))
  expect(odd).toEqual([])
})
