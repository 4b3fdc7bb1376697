import { expect, test } from 'vitest'
import { freePort } from '#platform/http/free-port.ts'
import { newFolder, startProcess } from '../test-process.ts'

test('a portal serves its metrics on its own machine: its memory, its requests, its jobs', async () => {
  const { url } = await startProcess(newFolder(), await freePort())
  await fetch(`${url}/api/config/`)
  const answer = await fetch(`${url}/api/metrics`)
  expect(answer.status).toBe(200)
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
