import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Navigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { siteQuery } from '#platform/session/site-query.tsx'
import { useSite } from '#platform/session/site.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { loadOpeningCardWords } from '../openings/page-words.ts'
import { ownKioskQuery } from './api.ts'
import { PendingSheet } from './pending-sheet.tsx'
import { WaitingSheet } from './waiting-sheet.tsx'

/** A kiosk stands for weeks: what the site looks like, and which portal it is, is asked for now and then. */
const freshenMs = 10 * 60_000

/** Loads the page anew when what it was loaded for has changed: what it may connect to comes with the page itself. */
const useFreshPage = (state: 'pending' | 'authorised' | undefined) => {
  const [version] = useState(useSite().version)
  const { data: site } = useQuery({ ...siteQuery, refetchInterval: freshenMs, refetchIntervalInBackground: true })
  const isOutdated = site?.version !== version || (state === 'authorised') !== (site.kiosk === 'authorised')
  const mustReload = state !== undefined && site !== undefined && isOutdated
  useEffect(() => {
    if (mustReload) window.location.reload()
  }, [mustReload])
}

/** Makes this browser a kiosk once staff agree, and is its first screen then. */
const KioskPage = () => {
  const { t } = useTranslation('kiosks')
  const { data, error, refetch, isFetching } = useQuery(ownKioskQuery)
  useFreshPage(data?.kind === 'display' ? undefined : data?.state)
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
