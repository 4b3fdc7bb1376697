import { Button, Group, Text } from '@mantine/core'
import type { PhoneCardReader } from '@spacekeeper/contract/mobile-shell.ts'
import { writeCardNumber } from '@spacekeeper/contract/mobile/words.ts'
import { IconNfc } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { appQuery } from './api.ts'

type Props = { onRead: (number: string) => void }

/** Reads the number of a card instead of typing it; only where the phone can. */
export const ReadCardRow = (props: Props) => {
  const reader = window.mobileShell?.nfc
  return reader ? <ReaderRow reader={reader} {...props} /> : null
}

const ReaderRow = ({ reader, onRead }: Props & { reader: PhoneCardReader }) => {
  const { t } = useTranslation('mobile')
  const client = useQueryClient()
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<'readerOff' | 'readFailed' | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const read = async () => {
    const controller = new AbortController()
    running.current = controller
    setProblem(null)
    setReading(true)
    try {
      const { cardFormat } = await client.fetchQuery(appQuery)
      if (await reader.isOn()) onRead(writeCardNumber(await reader.readNumber(controller.signal), cardFormat))
      else setProblem('readerOff')
    } catch {
      if (!controller.signal.aborted) setProblem('readFailed')
    }
    setReading(false)
  }
  return (
    <>
      {isReading ? (
        <Group gap="sm">
          <Text size="sm" role="status">
            {t('readingCard')}
          </Text>
          <Button size="xs" variant="default" onClick={() => running.current?.abort()}>
            {t('stopReading')}
          </Button>
        </Group>
      ) : (
        <Button variant="default" leftSection={<IconNfc size={18} aria-hidden />} onClick={() => void read()}>
          {t('readCard')}
        </Button>
      )}
      {problem ? <FormError>{t(problem)}</FormError> : null}
    </>
  )
}
