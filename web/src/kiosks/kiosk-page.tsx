import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useFreshWindow } from '#platform/session/fresh-window.ts'
import { isOutdated } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { loadOpeningCardWords } from '../openings/page-words.ts'
import { ownKioskQuery } from './api.ts'
import { PendingSheet } from './pending-sheet.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'

/** Makes this browser a kiosk once staff agree, and is its first screen then. */
const KioskPage = () => {
  const { t } = useTranslation('kiosks')
  const { data, error, refetch, isFetching } = useQuery(ownKioskQuery)
  // The page brings along what its window may connect to, which is another list for a kiosk.
  const state = data?.kind === 'display' ? undefined : data?.state
  useFreshWindow(
    (site) => state !== undefined && (isOutdated(site) || (state === 'authorised') !== (site.kiosk === 'authorised')),
  )
  // Staff made it the entrance of a meeting.
  if (data && data.meetingId !== null)
    return <Navigate to="/meetings/$meetingId/wall" params={{ meetingId: String(data.meetingId) }} replace />
  // Staff authorised it as a wall display.
  if (data?.kind === 'display' && data.state === 'authorised') return <Navigate to="/display" replace />
  if (data?.state === 'authorised') return <WaitingSheet kiosk={data} />
  if (data) return <PendingSheet kiosk={data} />
  return (
    <AuthFrame title={t(error ? 'registerFailed' : 'titleKiosk')}>
      {error ? (
        <>
          <FormError>{errorText(error)}</FormError>
          <Button mt="md" size="lg" loading={isFetching} onClick={() => void refetch()}>
            {t('tryAgain')}
          </Button>
        </>
      ) : null}
    </AuthFrame>
  )
}

export const Route = createFileRoute('/kiosk')({
  component: KioskPage,
  loader: async () => {
    const [{ kiosksText }] = await Promise.all([import('./text.ts'), loadOpeningCardWords()])
    addTexts({ kiosks: kiosksText })
  },
  staticData: { title: 'kiosks:titleKiosk', kiosk: true, hiddenMenu: true, bgGradient: true },
})
