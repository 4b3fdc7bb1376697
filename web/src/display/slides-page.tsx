import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { DisplaySlide } from '@spacekeeper/contract/display/shapes.ts'
import { IconDeviceTv, IconEye, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshOnRefusal } from '#platform/api/refresh.ts'
import { portalOrigin } from '#platform/api/transport.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { orderSlides, removeSlide, slidesQuery } from './api.ts'
import { SlideDialog } from './slide-dialog.tsx'
import { SlideRow, useSlideName } from './slide-row.tsx'
import classes from './slides.module.css'

/** Where staff fill wall displays. */
const SlidesPage = () => {
  const { t } = useTranslation('display')
  const query = useQuery(slidesQuery)
  const [isNew, setNew] = useState(false)
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setNew(true)}>
      {t('add')}
    </Button>
  )
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Text c="dimmed" maw={640}>
          {t('intro')}
        </Text>
        <Button
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/manage/display/preview" {...props} />}
        >
          {t('preview')}
        </Button>
      </Group>
      <SetUp />
      <Page
        query={query}
        isEmpty={({ slides }) => slides.length === 0}
        empty={<Empty title={t('emptyTitle')} text={t('emptyText')} action={add} />}
      >
        {({ slides }) => (
          <Card component="section" aria-labelledby="slides">
            <Group justify="space-between" gap="sm">
              <Title order={2} id="slides">
                {t('slides')}
              </Title>
              {add}
            </Group>
            <SlideList slides={slides} />
          </Card>
        )}
      </Page>
      {isNew ? <SlideDialog onClose={() => setNew(false)} /> : null}
    </Stack>
  )
}

const SetUp = () => {
  const { t } = useTranslation('display')
  const isForDevices = isStaffFor(useProfile(), 'devices')
  return (
    <Text size="sm">
      {t('setUp', { address: `${portalOrigin()}/display` })}{' '}
      {isForDevices ? (
        <Anchor component={Link} to="/manage/kiosks" inherit underline="always">
          {t('toKiosks')}
        </Anchor>
      ) : null}
    </Text>
  )
}

const SlideList = ({ slides }: { slides: readonly DisplaySlide[] }) => {
  const [editing, setEditing] = useState<DisplaySlide | null>(null)
  const [removing, setRemoving] = useState<DisplaySlide | null>(null)
  const order = useMutation({
    mutationFn: (slideIds: number[]) => orderSlides({ slideIds }),
    onSettled: refreshOnRefusal('display'),
    onError: notify.failed,
  })
  const move = (at: number, by: -1 | 1) => {
    const ids = slides.map(({ id }) => id)
    const [moved = 0] = ids.splice(at, 1)
    order.mutate(ids.toSpliced(at + by, 0, moved))
  }
  return (
    <>
      <ul className={classes.list} aria-labelledby="slides">
        {slides.map((slide, at) => (
          <SlideRow
            key={slide.id}
            slide={slide}
            isFirst={at === 0}
            isLast={at === slides.length - 1}
            onEdit={() => setEditing(slide)}
            onRemove={() => setRemoving(slide)}
            onMove={(by) => move(at, by)}
          />
        ))}
      </ul>
      {editing ? <SlideDialog slide={editing} onClose={() => setEditing(null)} /> : null}
      {removing ? <RemovalDialog slide={removing} onClose={() => setRemoving(null)} /> : null}
    </>
  )
}

const RemovalDialog = ({ slide, onClose }: { slide: DisplaySlide; onClose: () => void }) => {
  const { t } = useTranslation('display')
  const name = useSlideName()(slide)
  return (
    <ConfirmDialog
      title={t('removeTitle')}
      text={t('removeText', { name })}
      action={t('remove')}
      isDangerous
      run={async () => {
        await removeSlide({ slideId: slide.id })
        notify.done({ text: t('removed') })
      }}
      onClose={onClose}
    />
  )
}

export const Route = createFileRoute('/manage/display')({
  component: SlidesPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(slidesQuery)
    const { slidesText } = await import('./slides-text.ts')
    addTexts({ display: slidesText })
  },
  staticData: {
    title: 'display:titleSlides',
    loggedIn: true,
    staff: ['devices', 'settings'],
    menu: { group: 'admin', icon: IconDeviceTv, order: 51 },
  },
})
