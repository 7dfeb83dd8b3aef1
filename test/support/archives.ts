/** An archive with these names, as tar writes it. A name that ends with a slash is a folder. */
export function tarOf(names: readonly string[]): Buffer {
  const members = names.map((name) => {
    const header = Buffer.alloc(512);
    const isFolder = name.endsWith('/');
    const content = Buffer.from(isFolder ? '' : 'x');
    header.write(name, 0);
    header.write('0000644\0', 100);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write('        ', 148);
    header.write(isFolder ? '5' : '0', 156);
    header.write('ustar\x0000', 257, 'latin1');
    const sum = header.reduce((total, byte) => total + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return Buffer.concat([header, content, Buffer.alloc(content.length === 0 ? 0 : 512 - content.length)]);
  });
  return Buffer.concat([...members, Buffer.alloc(1024)]);
}

/** An archive with these names, as zip writes it. */
export function zipOf(names: readonly string[]): Buffer {
  let size = 0;
  const rows = names.map((name) => {
    const path = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x0403_4b50, 0);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x0201_4b50, 0);
    central.writeUInt16LE(path.length, 28);
    central.writeUInt32LE(size, 42);
    size += local.length + path.length;
    return { local: Buffer.concat([local, path]), central: Buffer.concat([central, path]) };
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(rows.length, 8);
  end.writeUInt16LE(rows.length, 10);
  end.writeUInt32LE(size, 16);
  return Buffer.concat([...rows.map(({ local }) => local), ...rows.map(({ central }) => central), end]);
}
