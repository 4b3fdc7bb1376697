import { Button, type ButtonProps } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReceivedFile } from '#platform/api/call.ts'
import { errorText } from '#platform/api/error-text.ts'
import { fileKeeper } from '#platform/api/transport.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { notify } from './notify.tsx'

/** Hands a file to the browser or the phone, which keeps it under its name. */
export const keepFile = ({ name, content }: ReceivedFile) => {
  const keeper = fileKeeper()
  if (keeper) return keeper({ name, content })
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is more than it takes to begin.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

type Props = ButtonProps & {
  label: string
  /** What it is called where the label alone does not say what is downloaded; contains the label. */
  name?: string
  load: () => Promise<ReceivedFile>
}

/** Asks for a file and keeps it; says why when that fails. */
export const DownloadButton = ({ label, name, load, ...button }: Props) => {
  const [isLoading, setLoading] = useState(false)
  const download = async () => {
    setLoading(true)
    try {
      keepFile(await load())
    } catch (error) {
      notify.failed(describeKey('platform:downloadFailed', { reason: errorText(error) }))
    } finally {
      setLoading(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      {...(name !== undefined && { 'aria-label': name })}
      {...button}
      loading={isLoading}
      onClick={() => void download()}
    >
      {label}
    </Button>
  )
}
