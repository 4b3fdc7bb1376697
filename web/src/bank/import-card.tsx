import { Button, Card, FileButton, Stack, Text, Title } from '@mantine/core'
import type { StatementImport, StatementFileContent } from '@spacekeeper/contract/bank/shapes.ts'
import { maxStatementBytes, statementFormatWords } from '@spacekeeper/contract/bank/words.ts'
import { IconFileUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { FormError } from '#platform/ui/form-error.tsx'
import { importsQuery, sendStatement, statementProblem } from './api.ts'
import { StatementDialog } from './statement-dialog.tsx'
import classes from './bank.module.css'

const size = String(maxStatementBytes / 1_000_000)

/** Takes a bank statement, and shows what is in it before it is imported. */
export const ImportCard = () => {
  const { t } = useTranslation('bank')
  const [isOver, setOver] = useState(false)
  const [read, setRead] = useState<{ file: File; answer: StatementFileContent } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const trial = useMutation({
    mutationFn: (file: File) => sendStatement(file, { isTrial: true }),
    onSuccess: (answer, file) => setRead({ file, answer }),
    onError: (error) => setProblem(statementProblem(error)),
  })
  const take = (file: File | null | undefined) => {
    if (!file || trial.isPending) return
    const isTooLarge = file.size > maxStatementBytes
    setProblem(isTooLarge ? t('tooLarge', { size }) : null)
    if (!isTooLarge) trial.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <Card>
      <Stack gap="md">
        <div
          className={classes.drop}
          data-over={isOver || undefined}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <Text maw={520}>{isOver ? t('dropHere') : t('importIntro')}</Text>
          <FileButton onChange={take}>
            {(props) => (
              <Button {...props} loading={trial.isPending} leftSection={<IconFileUpload size={16} aria-hidden />}>
                {t('chooseFile')}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('importFormats', { size })}
          </Text>
        </div>
        <FormError>{problem}</FormError>
        <ImportedFiles />
      </Stack>
      {read ? <StatementDialog file={read.file} first={read.answer} onClose={() => setRead(null)} /> : null}
    </Card>
  )
}

const ImportedFiles = () => {
  const { t } = useTranslation('bank')
  const imports = useQuery(importsQuery).data?.imports ?? []
  if (imports.length === 0) return null
  return (
    <details>
      <summary>
        <Title order={2} size="h4" component="span">
          {t('filesTitle')}
        </Title>
      </summary>
      <ul className={classes.list}>
        {imports.map((one) => (
          <ImportedFile key={one.id} file={one} />
        ))}
      </ul>
    </details>
  )
}

const ImportedFile = ({ file }: { file: StatementImport }) => {
  const { t } = useTranslation('bank')
  const { fileName, format, added, known, at, by } = file
  return (
    <li className={classes.row}>
      <span className={classes.who}>{fileName || t('unnamed')}</span>
      <span className={classes.more}>
        {t('fileRow', { format: statementFormatWords[format], count: added, known })},{' '}
        <time dateTime={at}>{formatMoment(at)}</time> {by === null ? null : t('fileBy', { name: by })}
      </span>
    </li>
  )
}
