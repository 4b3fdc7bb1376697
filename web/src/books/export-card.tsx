import { Button, Card, Group, NativeSelect, Text, Title } from '@mantine/core'
import type { BookExport } from '@spacekeeper/contract/books/shapes.ts'
import { exportFormats, type ExportFormat } from '@spacekeeper/contract/books/words.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { keepFile } from '#platform/ui/download-button.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { type AskedMonth, exportMonth } from './api.ts'
import classes from './books.module.css'

/** The newest of them at first, so that they take no more room than the sums above. */
const mostShown = 3

/** Gives a month out as a file, and shows what was given out before. */
export const ExportCard = ({ asked, exports }: { asked: AskedMonth; exports: readonly BookExport[] }) => {
  const { t } = useTranslation('books')
  const [isLong, setLong] = useState(false)
  const shown = isLong ? exports : exports.slice(0, mostShown)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const saving = useMutation({
    mutationFn: async () => keepFile(await exportMonth({ ...asked, format })),
  })
  const reason = saving.error ? (fieldErrors(saving.error)['format'] ?? errorText(saving.error)) : null
  return (
    <Card component="section" aria-labelledby="export">
      <Title order={2} id="export">
        {t('exportHeading')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('exportHint')}
      </Text>
      <Group gap="xs" align="end" className={classes.screenOnly ?? ''}>
        <NativeSelect
          label={t('format')}
          flex={1}
          miw={220}
          value={format}
          data={keysOf(exportFormats).map((value) => ({ value, label: exportFormats[value] }))}
          onChange={({ currentTarget: { value } }) => {
            saving.reset()
            setFormat(keysOf(exportFormats).find((known) => known === value) ?? 'csv')
          }}
        />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('exportNow')}
        </Button>
      </Group>
      {reason === null ? null : <FormError>{t('exportFailed', { reason })}</FormError>}
      <Title order={3} fz="md" mt="md">
        {t('exportsHeading')}
      </Title>
      {exports.length === 0 ? <Text size="sm">{t('exportsNone')}</Text> : null}
      <ul className={classes.list} aria-label={t('exportsHeading')}>
        {shown.map((one) => (
          <li key={`${one.at} ${one.format}`} className={classes.row}>
            <span>
              {exportFormats[one.format]}
              <span className={classes.dim}>
                {t('exportedBy', { name: one.by ?? t('system'), moment: formatMoment(one.at) })}
              </span>
              <details className={classes.screenOnly}>
                <summary className={classes.dim}>{t('hash')}</summary>
                <span className={classes.hash}>{one.sha256}</span>
              </details>
              <span className={`${classes.hash} ${classes.printed}`}>{one.sha256}</span>
            </span>
          </li>
        ))}
      </ul>
      {shown.length < exports.length ? (
        <Button variant="subtle" size="xs" mt="xs" className={classes.screenOnly ?? ''} onClick={() => setLong(true)}>
          {t('exportsAll', { formatted: formatNumber(exports.length) })}
        </Button>
      ) : null}
    </Card>
  )
}
