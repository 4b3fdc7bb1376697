import { z } from 'zod'
import { callService, formWith, ServiceFault, type SentPhoto, webAddress } from './service.ts'

export type VikunjaAccount = { baseUrl: string; token: string; projectId: string; labelId: string }

const meanings = {
  400: 'Vikunja didn’t accept the task',
  401: 'Vikunja doesn’t accept the token',
  403: 'The token may not add tasks to this project',
  404: 'Vikunja can’t find the project',
}

const Task = z.object({ id: z.number().int().positive() })

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Vikunja keeps descriptions as HTML. */
export const asHtml = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')

const put = (
  { baseUrl, token }: VikunjaAccount,
  input: { path: string; body: Record<string, unknown> | FormData; meanings?: Readonly<Record<number, string>> },
): Promise<unknown> =>
  callService({
    service: 'Vikunja',
    url: `${withoutSlash(baseUrl)}/api/v1/${input.path}`,
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body: input.body,
    meanings: { ...meanings, ...input.meanings },
  })

export const createTask = async (
  account: VikunjaAccount,
  task: { title: string; description: string },
): Promise<{ reference: string; url: string | null }> => {
  const said = await put(account, {
    path: `projects/${account.projectId}/tasks`,
    body: { title: task.title, description: asHtml(task.description) },
  })
  const made = Task.safeParse(said)
  if (!made.success) throw new ServiceFault('This isn’t Vikunja: it answered without a task.', { isFinal: true })
  const { id } = made.data
  return { reference: String(id), url: webAddress(`${withoutSlash(account.baseUrl)}/tasks/${id}`) }
}

export const labelTask = async (account: VikunjaAccount, reference: string): Promise<void> => {
  await put(account, {
    path: `tasks/${reference}/labels`,
    body: { label_id: Number(account.labelId) },
    meanings: { 403: 'The token may not use the label', 404: 'Vikunja can’t find the label' },
  })
}

export const attachToTask = async (
  account: VikunjaAccount,
  { reference, photo }: { reference: string; photo: SentPhoto },
): Promise<void> => {
  await put(account, {
    path: `tasks/${reference}/attachments`,
    body: formWith('files', photo),
    meanings: { 400: 'Vikunja didn’t take the photo', 404: 'The task is no longer in Vikunja' },
  })
}
