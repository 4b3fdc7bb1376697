import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import type { LabelDrawing } from '@spacekeeper/contract/labels/shapes.ts'
import { IconPrinter } from '@tabler/icons-react'
import { type QueryKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { createPortal } from 'react-dom'
import type { ReceivedFile } from '#platform/api/call.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AddressWarning } from './address-warning.tsx'
import { BasicDialog } from './basic-dialog.tsx'
import { DownloadButton } from './download-button.tsx'
import { LabelPicture } from './label-picture.tsx'
import { Page } from './page.tsx'
import classes from './label-dialog.module.css'

type Props<Key extends QueryKey> = {
  title: string
  /** Where everything stands on the label: `apiQuery(api.….drawLabel, …)`. */
  query: UseQueryOptions<LabelDrawing, Error, LabelDrawing, Key>
  /** The same label as a PDF. */
  load: () => Promise<ReceivedFile>
  onClose: () => void
}

/** Shows a label before it is printed, prints it on a page of its own size, or keeps it as a PDF. */
export const LabelDialog = <Key extends QueryKey>({ title, query, load, onClose }: Props<Key>) => {
  const { t } = useTranslation('platform')
  return (
    <BasicDialog title={title} onClose={onClose}>
      <Page query={useQuery(query)} skeleton={<Skeleton height={160} />}>
        {(drawing) => (
          <Stack gap="md">
            <div className={classes.preview}>
              <LabelPicture drawing={drawing} />
            </div>
            <AddressWarning />
            <Text size="sm" c="dimmed">
              {t('labelHint', { width: millimetres(drawing.width), height: millimetres(drawing.height) })}
            </Text>
            <Group justify="flex-end" gap="xs">
              <DownloadButton label={t('labelDownload')} load={load} />
              <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()} data-autofocus>
                {t('labelPrint')}
              </Button>
            </Group>
            <PrintedLabel drawing={drawing} />
          </Stack>
        )}
      </Page>
    </BasicDialog>
  )
}

const millimetres = (points: number) => Math.round((points / 72) * 25.4)

/** Beside everything else in the page, so that it alone can be printed. */
const PrintedLabel = ({ drawing }: { drawing: LabelDrawing }) =>
  createPortal(
    <div className={classes.sheet} aria-hidden>
      <style>{`@page { size: ${drawing.width}pt ${drawing.height}pt; margin: 0 }`}</style>
      <LabelPicture drawing={drawing} />
    </div>,
    document.body,
  )
