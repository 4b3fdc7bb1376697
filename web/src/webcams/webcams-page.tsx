import { Button, Skeleton, Text } from '@mantine/core'
import { IconDeviceCctv } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { webcamsQuery } from './api.ts'
import { WebcamDialog } from './webcam-dialog.tsx'
import { WebcamsList } from './webcams-list.tsx'
import classes from './webcams.module.css'

const TilesSkeleton = () => (
  <div className={classes.tiles}>
    {[1, 2].map((tile) => (
      <Skeleton key={tile} height={300} radius={12} />
    ))}
  </div>
)

const NoWebcams = () => {
  const { t } = useTranslation('webcams')
  const isAdmin = isStaffFor(useProfile(), 'admin')
  return (
    <Empty
      title={t('emptyTitle')}
      text={t('emptyText')}
      action={
        isAdmin ? (
          <Button component={Link} to="/manage/settings" hash="WEBCAM_PAGE_URLS" variant="default">
            {t('addWebcams')}
          </Button>
        ) : null
      }
    />
  )
}

/** What the webcams of the space show, at most a minute old. */
const WebcamsPage = () => {
  const { t } = useTranslation('webcams')
  const now = useNow(10_000)
  const query = useQuery(webcamsQuery)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const shown = query.data?.webcams.find(({ number }) => number === enlarged)
  return (
    <Page
      query={query}
      skeleton={<TilesSkeleton />}
      isEmpty={({ webcams }) => webcams.length === 0}
      empty={<NoWebcams />}
    >
      {({ webcams }) => (
        <>
          <Text c="dimmed" mb="md">
            {t('intro')}
          </Text>
          <WebcamsList webcams={webcams} now={now} onEnlarge={({ number }) => setEnlarged(number)} />
          {shown ? <WebcamDialog webcam={shown} now={now} onClose={() => setEnlarged(null)} /> : null}
        </>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/webcams')({
  component: WebcamsPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(webcamsQuery)
    const { webcamsText } = await import('./text.ts')
    addTexts({ webcams: webcamsText })
  },
  staticData: {
    title: 'webcams:titleWebcams',
    name: 'webcams',
    loggedIn: true,
    kiosk: true,
    feature: 'enableWebcams',
    menu: { group: 'home', icon: IconDeviceCctv, order: 10 },
  },
})
