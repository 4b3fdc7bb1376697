import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { line, useLostAt } from '#platform/live/line.ts'
import { refetchLive } from '#platform/live/live.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from '#platform/ui/page.module.css'

/** Says that no news come, and how old what is on the screen may be. It goes by itself when the portal is heard again. */
export const LineBanner = () => {
  const { t } = useTranslation('platform')
  const client = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const lostAt = useLostAt()
  const tryAgain = async () => {
    setIsBusy(true)
    line.tryAgain()
    await refetchLive(client)
    setIsBusy(false)
  }
  return (
    <div role="status">
      {lostAt === null ? null : (
        <div className={classes.stale}>
          <Status kind="warning">{t('notUpToDate', { time: formatSince(lostAt) })}</Status>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={isBusy}
            onClick={() => void tryAgain()}
          >
            {t('tryAgain')}
          </Button>
        </div>
      )}
    </div>
  )
}
