// On its own: a PDF as it may be uploaded, for tests of several domains.

/** A whole PDF of one empty page; `more` stands in its catalog, `after` behind its end. */
export const aPdf = ({ more = '', after = '' }: { more?: string; after?: string } = {}): string => {
  const objects = [
    `1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${more} >>\nendobj\n`,
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
    '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n',
  ]
  const head = '%PDF-1.7\n'
  const offsets = objects.map((_, at) => head.length + objects.slice(0, at).join('').length)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const body = head + objects.join('')
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\n`
  return `${body}${table}startxref\n${body.length}\n%%EOF\n${after}`
}
